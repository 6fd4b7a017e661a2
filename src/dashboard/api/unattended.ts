/** A header of what a page asks for by itself, with nobody there: no session lives longer by it. */
export const UNATTENDED = 'portcullis-unattended';
