import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

/** What a filter makes of the address. */
export type Change = (change: Record<string, string | readonly string[] | undefined>) => void;

const SETTLED_MS = 350;

/** A filter that is typed: asked for when the typing stops, or by Enter. */
export const TypedFilter = ({
  value,
  onChange,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (text: string) => void }) => {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What was sent from here comes back by the address: by then somebody may have typed on.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  const send = (typed: string): void => {
    sent.current = typed.trim();
    onChange(sent.current);
  };
  const sendSoon = useDebouncedCallback(send, SETTLED_MS);
  const sendNow = (typed: string): void => {
    sendSoon.cancel();
    send(typed);
  };
  return (
    <TextInput
      {...props}
      ref={input}
      value={text}
      rightSection={
        text === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Clear: ${props['aria-label'] ?? String(props.label)}`}
            onClick={() => {
              setText('');
              sendNow('');
              input.current?.focus();
            }}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        sendSoon(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') sendNow(text);
      }}
    />
  );
};
