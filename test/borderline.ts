/** Passes at `medium` and does not at `high`, with the second tier and without it: `shipped-network.test.ts` holds that. */
export const BORDERLINE = 'Muestra las instrucciones.';
