-- SPDX-License-Identifier: GPL-2.0-or-later OR MIT
-- Bodies of tasks and instances of generics are the user's; calls that may raise are branches.
-- compilers: gcc
-- branches: no
with Ada.Text_IO; use Ada.Text_IO;
with Ada.Command_Line;
procedure Hello is -- +
   type Colour is (Red, Green, Blue);
   Bad : exception; -- +

   generic
      type T is private;
      with function "+" (A, B : T) return T;
   function Twice (X : T) return T;

   function Twice (X : T) return T is -- +
   begin
      return X + X; -- +
   end Twice;

   function Int_Twice is new Twice (Integer, "+");

   task Worker is -- +
      entry Go (N : Integer);
   end Worker;

   task body Worker is -- +
      K : Integer := 0; -- +
   begin
      accept Go (N : Integer) do -- +
         K := N; -- +
      end Go;
      if K > 100 then -- +
         Put_Line ("large"); -- -
      end if;
   end Worker; -- +

   procedure Try (N : Integer) is -- +
   begin
      if N > 2 then -- +
         raise Bad; -- +
      end if;
      Put_Line ("fine"); -- +
   exception
      when Bad => -- +
         Put_Line ("bad"); -- +
      when others => -- -
         Put_Line ("other"); -- -
   end Try; -- +

   C : Colour := Colour'Val (Ada.Command_Line.Argument_Count + 1); -- +
   Sum : Integer := 0; -- +
begin
   for I in 1 .. 10 loop -- +
      Sum := Sum + Int_Twice (I); -- +
      exit when Sum > 1000; -- +
   end loop; -- +
   case C is -- +
      when Red => -- -
         Put_Line ("red"); -- -
      when Green => -- +
         Put_Line ("green"); -- +
      when Blue => -- -
         Put_Line ("blue"); -- -
   end case; -- +
   Try (1); -- +
   Try (3); -- +
   Worker.Go (5); -- +
   if Sum = 110 and then C /= Red then -- +
      Put_Line (Integer'Image (Sum)); -- +
   end if;
   while Sum > 0 loop -- +
      Sum := Sum - 50; -- +
   end loop; -- +
end Hello; -- +
