// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The program of rust.c.
extern "C-unwind" {
    fn part(x: i32, back: Option<extern "C-unwind" fn()>) -> i32;
}

extern "C-unwind" fn back() {
    match std::env::args().nth(1).unwrap().as_str() {
        "exit" => std::process::exit(3),
        "abort" => std::process::abort(),
        "panic" => panic!("the frame of the library is left"),
        _ => {}
    }
}

fn call() {
    unsafe { part(1, Some(back)) };
}

fn main() {
    match std::env::args().nth(1).unwrap().as_str() {
        "panic" => assert!(std::panic::catch_unwind(call).is_err()),
        "thread" => std::thread::spawn(call).join().unwrap(),
        _ => call(),
    }
}
