import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { recoverFocus, useFocusHeir } from '../lib/focus-heir.ts';

/** What opened a dialog: a menu that was chosen from is gone by the time the dialog is, and its button is not. */
const findOpener = (): HTMLElement | null => {
  const active = document.activeElement;
  const menu = active?.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? null;
  const opener = menu === null ? active : document.getElementById(menu);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
};

/**
 * Gives the focus back to where it was before this was shown. Mantine does so for what it sees being closed; ours are
 * taken away with all that was typed in them.
 */
export const useFocusBack = (): void => {
  // Read while what was chosen from a menu is still there.
  const [seen] = useState(findOpener);
  useLayoutEffect(() => {
    // A dialog in whose place this comes is gone by now, and has given the focus back to its own opener.
    const opener = seen?.isConnected === true ? seen : findOpener();
    const giveBack = () => {
      if (opener?.isConnected === true) opener.focus({ preventScroll: true });
    };
    return () => {
      giveBack();
      // Of two that close together the inner one may have been last, with an opener that is gone now.
      setTimeout(() => {
        if (document.activeElement === document.body) giveBack();
        recoverFocus();
      });
    };
  }, [seen]);
};

const Body = ({ children }: { children: ReactNode }) => {
  const area = useRef<HTMLDivElement>(null);
  useFocusHeir(area);
  return (
    <div ref={area} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  );
};

/** A window over the page, for as long as it is rendered. */
export const Dialog = ({ children, ...props }: Omit<ModalProps, 'opened'>) => {
  useFocusBack();
  return (
    <Modal {...props} opened returnFocus={false}>
      <Body>{children}</Body>
    </Modal>
  );
};
