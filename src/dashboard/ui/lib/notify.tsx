import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { messageOf } from './client.ts';

const CLOSE = { 'aria-label': 'Close message' };

export const tellDone = (message: string): void => {
  notifications.show({
    message,
    color: 'green',
    icon: <IconCheck size={18} aria-hidden />,
    closeButtonProps: CLOSE,
  });
};

const CONNECTION = 'connection';

/** Over all dialogs, until the server answers again. */
export const tellLost = (error: unknown): void => {
  notifications.show({
    id: CONNECTION,
    title: 'No connection to the dashboard',
    message: `${messageOf(error)} The page tries again by itself; what you have typed stays.`,
    color: 'orange',
    loading: true,
    autoClose: false,
    closeButtonProps: CLOSE,
  });
};

export const tellFound = (): void => {
  notifications.hide(CONNECTION);
};

export const tellFailure = (error: unknown): void => {
  notifications.show({
    title: 'That did not work',
    message: messageOf(error),
    color: 'red',
    icon: <IconAlertTriangle size={18} aria-hidden />,
    autoClose: 8000,
    closeButtonProps: CLOSE,
  });
};
