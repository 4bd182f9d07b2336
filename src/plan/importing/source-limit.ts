/** Larger files are refused before anything of them is looked at. */
export const maxSourceBytes = 32 * 2 ** 20;
