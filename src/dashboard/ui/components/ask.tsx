import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';

export type Question = Readonly<{ title: string; text: ReactNode; confirm: string; cancel?: string }>;

/** Asks before something is done that cannot be taken back, or that others feel. */
export const AskDialog = ({
  question: { title, text, confirm, cancel = 'Cancel' },
  onConfirm,
  onClose,
}: {
  question: Question;
  onConfirm: () => void;
  onClose: () => void;
}) => (
  <Dialog onClose={onClose} title={title}>
    <Text size="sm" component="div">
      {text}
    </Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose}>
        {cancel}
      </Button>
      <Button
        color="red"
        onClick={() => {
          onConfirm();
          onClose();
        }}
      >
        {confirm}
      </Button>
    </Group>
  </Dialog>
);

/** A button that asks before it does what it says. */
export const AskFirst = ({
  title,
  children,
  confirm,
  onConfirm,
  trigger,
}: {
  title: string;
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  trigger: (open: () => void) => ReactNode;
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {trigger(() => setOpen(true))}
      {isOpen ? (
        <AskDialog
          question={{ title, text: children, confirm }}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};
