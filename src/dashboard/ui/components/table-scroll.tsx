import type { ReactNode } from 'react';

/** A table that is wider than the window is scrolled inside this, by keyboard, too. */
export const TableScroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for whoever has no mouse.
  <section className="table-wrap" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
