/** How a page's end is written, for whoever takes a cursor from outside: milliseconds and an id. */
export const CURSOR = /^(\d{1,16})~([\w.:-]{0,128})$/;
