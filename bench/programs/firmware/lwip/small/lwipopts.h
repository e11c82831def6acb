/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For processors whose data has 64 KB: lwIP's tests have larger pools. */
#define NO_SYS 1
#define LWIP_NETCONN 0
#define LWIP_SOCKET 0
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_DHCP 1
#define LWIP_DNS 1
#define LWIP_IGMP 1
#define PBUF_POOL_SIZE 4
#define MEM_SIZE 1600
