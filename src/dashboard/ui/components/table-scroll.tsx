import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Whether what stands in an element is wider than it; measured anew whenever either changes. */
const useIsWide = () => {
  const box = useRef<HTMLElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth + 1));
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return { box, isWide };
};

/** A table that is wider than the window is scrolled inside this, by keyboard, too; and it says that there is more. */
export const TableScroll = ({ label, children }: { label: string; children: ReactNode }) => {
  const { box, isWide } = useIsWide();
  return (
    <>
      {/* Only what scrolls is a stop of the Tab key. */}
      <section ref={box} className="table-wrap" aria-label={label} {...(isWide ? { tabIndex: 0 } : {})}>
        {children}
      </section>
      {isWide ? (
        <Text size="xs" c="dimmed" className="table-hint">
          Scroll sideways for the other columns →
        </Text>
      ) : null}
    </>
  );
};
