import { Button, Group, Text } from '@mantine/core';
import { plural } from '../lib/format.ts';

type Query = Readonly<{
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}>;

/** How much of a long list is shown, and the way to what lies further back; also where nothing was found so far. */
export const More = ({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  shown,
  one,
  many,
}: {
  list: Query;
  shown: number;
  one: string;
  many?: string;
}) =>
  shown === 0 && !hasNextPage ? null : (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {shown === 0
          ? 'Nothing so far; older ones were not looked at yet.'
          : `${plural(shown, one, many)} shown${hasNextPage ? ', there are more' : ''}`}
      </Text>
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {shown === 0 ? 'Look further back' : 'Load more'}
        </Button>
      ) : null}
    </Group>
  );
