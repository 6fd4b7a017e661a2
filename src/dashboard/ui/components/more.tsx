import { Button, Group, Text } from '@mantine/core';
import { count, plural } from '../lib/format.ts';

type Query = Readonly<{
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}>;

const said = (
  shown: number,
  total: number | undefined,
  hasMore: boolean,
  one: string,
  many: string | undefined,
): string => {
  if (total !== undefined && total > shown) return `${count(shown)} of ${plural(total, one, many)} shown`;
  return `${plural(shown, one, many)} shown${hasMore ? ', there are more' : ''}`;
};

/** How much of a long list is shown, and the way to what lies further back; also where nothing was found so far. */
export const More = ({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  shown,
  total,
  one,
  many,
}: {
  list: Query;
  shown: number;
  /** Of all pages, where it is known. */
  total?: number | undefined;
  one: string;
  many?: string;
}) =>
  shown === 0 && !hasNextPage ? null : (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {shown === 0
          ? 'Nothing so far; older ones were not looked at yet.'
          : said(shown, total, hasNextPage, one, many)}
      </Text>
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {shown === 0 ? 'Look further back' : 'Load more'}
        </Button>
      ) : null}
    </Group>
  );
