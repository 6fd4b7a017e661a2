import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { tellFailure } from '../lib/notify.tsx';
import { Dialog } from './dialog.tsx';
import { RoleLack } from './role-lack.tsx';

const DAY = '86400000';
const OVERLAPS = [
  { value: '0', label: 'None: it ends now' },
  { value: '3600000', label: 'One hour' },
  { value: DAY, label: 'One day' },
  { value: '604800000', label: 'One week' },
];

/** Asks how long what is replaced goes on beside what replaces it. */
export const RotateDialog = ({
  title,
  children,
  rotate,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** Shows what came of it, once this dialog is closed. */
  rotate: (overlapMs: number) => Promise<() => void>;
  onClose: () => void;
}) => {
  const [overlap, setOverlap] = useState(DAY);
  const rotating = useMutation({
    mutationFn: () => rotate(Number(overlap)),
    onSuccess: (show) => {
      onClose();
      show();
    },
    onError: tellFailure,
  });
  // What replaces it is shown once: whoever left now would believe that nothing had happened.
  const close = () => {
    if (!rotating.isPending) onClose();
  };
  return (
    <Dialog onClose={close} title={title}>
      <Stack>
        <RoleLack least="admin" />
        <Text size="sm">{children}</Text>
        <Select
          label="The old one goes on for"
          data={OVERLAPS}
          allowDeselect={false}
          value={overlap}
          onChange={(value) => setOverlap(value ?? DAY)}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={rotating.isPending} onClick={close}>
            Cancel
          </Button>
          <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
            Rotate
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
