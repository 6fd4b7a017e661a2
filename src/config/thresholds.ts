import { z } from 'zod';
import { SENSITIVITIES } from '../policy/settings.ts';

const share = z.number().min(0).max(1).optional();

/** A stricter sensitivity must never let pass what a looser one stops. */
const ThresholdsOfClass = z
  .strictObject({ low: share, medium: share, high: share, paranoid: share })
  .superRefine((own, { addIssue }) => {
    let least: number | undefined;
    for (const sensitivity of SENSITIVITIES) {
      const value = own[sensitivity];
      if (value === undefined) continue;
      if (least !== undefined && value > least) {
        const message = 'must not be above that of a looser sensitivity: low ≥ medium ≥ high ≥ paranoid';
        addIssue({ code: 'custom', path: [sensitivity], message });
      }
      least = value;
    }
  });

/** The operator's own thresholds for prompt injection, by who wrote the text. */
export const ThresholdsSchema = z.partialRecord(z.enum(['user', 'untrusted']), ThresholdsOfClass);
