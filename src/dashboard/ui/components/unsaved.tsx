import { useBlocker } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { AskDialog } from './ask.tsx';

/** A `page` keeps what is typed while its own tabs change, a `dialog` goes with any change of the address. */
type Scope = 'page' | 'dialog';

type Unsaved = Readonly<{
  mark: (id: string, scope: Scope | null) => void;
  isAsking: boolean;
  /** Goes on once somebody has said that it may be lost. */
  ask: (go: () => void) => void;
  /** Does at once what would lose nothing, and asks before it leaves all that is not saved. */
  askFirst: (go: () => void) => void;
}>;

const UnsavedContext = createContext<Unsaved>({
  mark: () => undefined,
  isAsking: false,
  ask: (go) => go(),
  askFirst: (go) => go(),
});

const Question = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <AskDialog
    question={{
      title: 'Leave without saving?',
      text: 'What you changed here is not saved, and would be lost.',
      cancel: 'Stay',
      confirm: 'Leave without saving',
    }}
    onConfirm={onLeave}
    onClose={onStay}
  />
);

type Going = Readonly<{ go: () => void }>;

/** Knows which forms hold something that is not saved, and asks before the page under them is left. */
export const UnsavedProvider = ({ children }: { children: ReactNode }) => {
  const [forms, setForms] = useState<ReadonlyMap<string, Scope>>(new Map());
  const [going, setGoing] = useState<Going | null>(null);
  const isDirty = forms.size > 0;
  const hasDialog = [...forms.values()].includes('dialog');
  const blocker = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }) => hasDialog || current.pathname !== next.pathname,
      [hasDialog],
    ),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  const mark = useCallback((id: string, scope: Scope | null) => {
    setForms((before) => {
      if ((before.get(id) ?? null) === scope) return before;
      const after = new Map(before);
      if (scope === null) after.delete(id);
      else after.set(id, scope);
      return after;
    });
  }, []);
  const isAsking = going !== null || blocker.status === 'blocked';
  const unsaved = useMemo(() => {
    const ask = (go: () => void): void => setGoing({ go });
    const leaveAll = (go: () => void): void =>
      ask(() => {
        // Nobody is asked twice, least of all by the browser.
        setForms(new Map());
        go();
      });
    return { mark, isAsking, ask, askFirst: (go: () => void) => (isDirty ? leaveAll(go) : go()) };
  }, [mark, isAsking, isDirty]);
  return (
    <UnsavedContext value={unsaved}>
      {children}
      {blocker.status === 'blocked' ? <Question onLeave={blocker.proceed} onStay={blocker.reset} /> : null}
      {going === null ? null : <Question onLeave={going.go} onStay={() => setGoing(null)} />}
    </UnsavedContext>
  );
};

export const useAskFirst = (): Unsaved['askFirst'] => useContext(UnsavedContext).askFirst;

/** Says of a form whether leaving it loses something. */
export const useUnsaved = (isDirty: boolean, scope: Scope): void => {
  const id = useId();
  const { mark } = useContext(UnsavedContext);
  useEffect(() => {
    mark(id, isDirty ? scope : null);
    return () => mark(id, null);
  }, [mark, id, isDirty, scope]);
};

/** A dialog's way out, which asks where something would be lost; Escape is for the question while that is there. */
export const useDialogUnsaved = (
  isDirty: boolean,
  onClose: () => void,
): Readonly<{ onClose: () => void; closeOnEscape: boolean }> => {
  const { ask, isAsking } = useContext(UnsavedContext);
  useUnsaved(isDirty, 'dialog');
  return { onClose: () => (isDirty ? ask(onClose) : onClose()), closeOnEscape: !isAsking };
};
