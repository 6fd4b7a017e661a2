/** How records of one person are told: what a dashboard's lists and details show of them. */
export const ERASABLE_BY = ['request', 'key', 'conversation', 'fingerprint'] as const;

/** Records to be erased: those of one request, gateway key or conversation, or with a finding in one text. */
export type Erasable = Readonly<{ by: (typeof ERASABLE_BY)[number]; value: string }>;

export type Erasure = Readonly<{
  countErasable: (which: Erasable) => Promise<number>;
  /**
   * Deletes some of them, with findings, texts and feedback. What charts are made of stays: it counts and names nobody.
   *
   * @returns How many; 0 once all are gone.
   */
  eraseBatch: (which: Erasable) => Promise<number>;
  /**
   * Has the database overwrite what deletions left in its file, as far as it can be told to.
   *
   * @returns Whether it has: not while somebody goes on reading what was there before.
   */
  settleErasure: () => Promise<boolean>;
}>;
