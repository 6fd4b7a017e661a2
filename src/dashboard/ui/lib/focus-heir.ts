import { type RefObject, useEffect } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]';
/** So many on each side: what stands further away goes with it as a rule, or is no neighbour. */
const NEIGHBOURS = 40;

const canTake = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;

type Held = Readonly<{
  element: HTMLElement;
  heirs: readonly HTMLElement[];
  within: HTMLElement;
  /** Of the page or the dialog over which this area lies. */
  outer: Held | null;
}>;

let held: Held | null = null;
/** What cannot be used just now, in a dialog that keeps the focus until it can. */
let awaited: HTMLElement | null = null;

/** Of a bar that goes away as a whole, while fields stand beside it: in one of those the next key might change something. */
export const WITHOUT_FIELDS = { 'data-focus-without-fields': '' };
const FIELD = 'input, select, textarea, [tabindex="-1"]';

/** Those after it, the nearest first, then those before it. */
const heirsOf = (element: HTMLElement, within: HTMLElement): readonly HTMLElement[] => {
  const bar = element.closest('[data-focus-without-fields]');
  const all = [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => bar === null || bar.contains(each) || !each.matches(FIELD),
  );
  const at = all.indexOf(element);
  if (at === -1) return [];
  const before = all.slice(Math.max(0, at - NEIGHBOURS), at).toReversed();
  return [...all.slice(at + 1, at + 1 + NEIGHBOURS), ...before, within];
};

const isAtWork = (element: HTMLElement): boolean => element.isConnected && element.matches(':disabled');

const focusOn = (element: HTMLElement): void => element.focus({ preventScroll: true });

/** From nothing the Tab key would lead to the page behind a dialog. */
const waitWithin = ({ element, within }: Held): void => {
  if (within.closest('[role=dialog]') === null) return;
  awaited = element;
  focusOn(within);
};

/** Where the focus is on nothing, it goes to what had it last, or else to a neighbour of that. */
export const recoverFocus = (): void => {
  const active = document.activeElement;
  const isWaiting = awaited !== null && active === held?.within && awaited === held.element;
  if (active !== document.body && !isWaiting) return;
  for (let at = held; at !== null; at = at.outer) {
    if (isAtWork(at.element)) {
      if (!isWaiting) waitWithin(at);
      return;
    }
    const heir = [at.element, ...at.heirs].find(canTake);
    if (heir === undefined) continue;
    awaited = null;
    focusOn(heir);
    return;
  }
};

/** A browser takes the focus from what is disabled some time after that, once it has drawn the page. */
const SETTLED_MS = 100;

const recoverSoon = (): void => {
  recoverFocus();
  if (held !== null && isAtWork(held.element))
    requestAnimationFrame(() => setTimeout(recoverFocus, SETTLED_MS));
};

const AREA = 'data-focus-area';

/**
 * Keeps the place of whoever works by keyboard, where a button goes away that has done its work, with its row perhaps, or is
 * disabled while it does: browsers leave the focus on nothing, and screen readers begin anew. Of areas within each other the
 * inner one counts.
 *
 * @param area Takes the focus itself where nothing else in it can: it has a `tabIndex`.
 */
export const useFocusHeir = (area: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current: within } = area;
    if (within === null) return;
    within.setAttribute(AREA, '');
    const outer = held;
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target.closest(`[${AREA}]`) !== within) return;
      if (target === within && awaited !== null) return;
      awaited = null;
      held = { element: target, heirs: heirsOf(target, within), within, outer };
    };
    const onBlur = ({ target }: FocusEvent): void => {
      setTimeout(() => {
        // Somebody has let go of it, by a click beside everything.
        const isLeft = target instanceof HTMLElement && canTake(target) && held?.element === target;
        if (isLeft && document.activeElement === document.body) held = null;
      });
    };
    const observer = new MutationObserver(recoverSoon);
    observer.observe(within, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    within.addEventListener('focusin', onFocus);
    within.addEventListener('focusout', onBlur);
    return () => {
      observer.disconnect();
      within.removeEventListener('focusin', onFocus);
      within.removeEventListener('focusout', onBlur);
      if (held?.within === within) held = outer;
    };
  }, [area]);
};
