/** Larger than all but this share of the weights; the rest are clipped, so that the others keep their resolution. */
const CLIPPED_SHARE = 1e-5;

/** To steps of an int8 and what one step is worth. */
export const quantise = (weights: Float32Array): Readonly<{ steps: Int8Array; scale: number }> => {
  const sizes = weights.map(Math.abs).sort();
  const largest = sizes[Math.floor((sizes.length - 1) * (1 - CLIPPED_SHARE))] ?? 1;
  const scale = Math.max(1e-9, largest / 127);
  const steps = Int8Array.from(weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  );
  return { steps, scale };
};
