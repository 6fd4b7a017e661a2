const SCHEME = 'data-mantine-color-scheme';

/** Paper is white, and browsers leave backgrounds out: what is printed in the dark would be light letters on it. */
export const printInLight = (window: Window): void => {
  const { documentElement: root } = window.document;
  let before: string | null = null;
  window.addEventListener('beforeprint', () => {
    before ??= root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(SCHEME, before);
    before = null;
  });
};
