import { ScrollArea, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/client.ts';
import { count } from '../lib/format.ts';
import type { Replay, ReplayChange } from '../lib/types.ts';
import { outcomeWord, ThreatName } from './badges.tsx';
import { AnchorLink } from './links.tsx';
import { Answer, Loading } from './states.tsx';
import { CallerText } from './text.tsx';
import { When } from './when.tsx';

/** As far as the server looks back where nobody says from when. */
const PREVIEW_DAYS = 7;

/** Verdicts that change and stop or release nothing: what is flagged, replaced or only recorded instead. */
const otherwise = ({ loosened, tightened, noLongerStopped, newlyStopped }: Replay): string => {
  const milder = loosened - noLongerStopped;
  const stricter = tightened - newlyStopped;
  return [
    milder === 0 ? '' : `, ${count(milder)} treated more mildly`,
    stricter === 0 ? '' : `, ${count(stricter)} treated more strictly without being stopped`,
  ].join('');
};

/** Whose requests would change: one key with all of them is another matter than a few of each. */
const ByKey = ({ keys }: { keys: Replay['byKey'] }) => (
  <ScrollArea.Autosize
    mah={180}
    viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Changes by key' }}
  >
    <Table className="data-table" aria-label="Changes by key">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Key</Table.Th>
          <Table.Th ta="right">Requests</Table.Th>
          <Table.Th ta="right">No longer stopped</Table.Th>
          <Table.Th ta="right">Newly stopped</Table.Th>
          <Table.Th ta="right">Changed in all</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map(({ keyId, keyName, ...of }) => (
          <Table.Tr key={keyId ?? ''}>
            <Table.Td>
              {keyId === null ? 'without a key' : <CallerText text={keyName ?? keyId} isLine />}
            </Table.Td>
            <Table.Td ta="right" className="number">
              {count(of.examined)}
            </Table.Td>
            <Table.Td ta="right" className="number">
              {count(of.noLongerStopped)}
            </Table.Td>
            <Table.Td ta="right" className="number">
              {count(of.newlyStopped)}
            </Table.Td>
            <Table.Td ta="right" className="number">
              {count(of.loosened + of.tightened)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
);

/** "would have changed 14 of 12,031 verdicts", and which. */
const ReplayResult = ({ replay, days }: { replay: Replay; days: number }) => (
  <Stack gap="sm">
    <Text fw={650} fz="lg" data-testid="replay">
      It would have changed {count(replay.changed)} of {count(replay.examined)} verdicts in the last {days}{' '}
      days.
    </Text>
    <Text size="sm" c="dimmed">
      {count(replay.noLongerStopped)} no longer stopped, {count(replay.newlyStopped)} newly stopped
      {otherwise(replay)}.
      {replay.isComplete ? '' : ' There was more traffic than a preview looks at; these are the newest.'}
    </Text>
    {replay.byKey.length === 0 ? null : <ByKey keys={replay.byKey} />}
    {replay.samples.length === 0 ? null : (
      <ScrollArea.Autosize
        mah={260}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Verdicts that would change' }}
      >
        <Table className="data-table" aria-label="Verdicts that would change">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time</Table.Th>
              <Table.Th>Before → after</Table.Th>
              <Table.Th>Threat</Table.Th>
              <Table.Th>Excerpt</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {replay.samples.map(({ request, before, after }) => (
              <Table.Tr key={request.requestId}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <AnchorLink
                    to="/requests/$requestId"
                    params={{ requestId: request.requestId }}
                    target="_blank"
                    size="sm"
                  >
                    <When ms={request.receivedAtMs} />
                    <VisuallyHidden>, open {request.requestId} in a new tab</VisuallyHidden>
                  </AnchorLink>
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  {outcomeWord(before)} → <b>{outcomeWord(after)}</b>
                </Table.Td>
                <Table.Td>
                  <ThreatName category={request.category} subType={request.subType} />
                </Table.Td>
                <Table.Td maw={230}>
                  {request.excerpt === null ? '–' : <CallerText text={request.excerpt} isLine />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    )}
  </Stack>
);

/** What a change would have made of the traffic of the last days; asked once for a change, and again after a minute. */
export const useReplay = (change: ReplayChange, isWanted = true) =>
  useQuery({
    queryKey: ['replay', change],
    queryFn: ({ signal }) => call<Replay>('POST', '/replay', change, signal),
    staleTime: 60_000,
    enabled: isWanted,
  });

/** The same for people; asks, and writes nothing. */
export const ReplayPreview = ({ change }: { change: ReplayChange }) => {
  const replay = useReplay(change);
  return (
    <Answer query={replay} loading={<Loading rows={4} />}>
      {(data) => <ReplayResult replay={data} days={PREVIEW_DAYS} />}
    </Answer>
  );
};
