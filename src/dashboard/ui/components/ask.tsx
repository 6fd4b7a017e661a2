import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** A button that asks before it does what cannot be taken back. */
export const AskFirst = ({
  title,
  children,
  confirm,
  isDanger = true,
  onConfirm,
  trigger,
}: {
  title: string;
  children: ReactNode;
  confirm: string;
  isDanger?: boolean;
  onConfirm: () => void;
  trigger: (open: () => void) => ReactNode;
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {trigger(() => setOpen(true))}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title}>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button
            color={isDanger ? 'red' : 'indigo'}
            onClick={() => {
              setOpen(false);
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Modal>
    </>
  );
};
