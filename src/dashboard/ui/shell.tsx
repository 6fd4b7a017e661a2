import {
  ActionIcon,
  AppShell,
  Badge,
  Box,
  Burger,
  Center,
  Group,
  Loader,
  Menu,
  Stack,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import {
  IconChevronDown,
  IconFlask,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconLock,
  IconLogout,
  IconMessageReport,
  IconMoon,
  IconPlugConnected,
  IconSettings,
  IconShieldExclamation,
  IconSun,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { StrangeNames } from './components/address-faults.tsx';
import { Brand } from './components/brand.tsx';
import { Card, PageHeader } from './components/layout.tsx';
import { Empty, Failed, Loading } from './components/states.tsx';
import { CallerText } from './components/text.tsx';
import { useAskFirst } from './components/unsaved.tsx';
import { unreachable } from './lib/client.ts';
import { useFocusHeir } from './lib/focus-heir.ts';
import { label, TIME_ZONE } from './lib/format.ts';
import { LiveProvider, useIsLive } from './lib/live.tsx';
import { tellFound, tellLost } from './lib/notify.tsx';
import { isAtLeast, UserContext, useSession, useSignOut, useUser } from './lib/session.ts';
import { takeRememberedPage } from './lib/tab-memory.ts';
import type { Role } from './lib/types.ts';
import { SetupPage, SignInPage } from './pages/entry.tsx';

const NAVIGATION = [
  {
    title: 'Monitor',
    links: [
      { to: '/', name: 'Overview', icon: IconLayoutDashboard, least: 'viewer' },
      { to: '/requests', name: 'Requests', icon: IconListSearch, least: 'viewer' },
      { to: '/threats', name: 'Threats', icon: IconShieldExclamation, least: 'viewer' },
      { to: '/feedback', name: 'Feedback', icon: IconMessageReport, least: 'viewer' },
    ],
  },
  {
    title: 'Control',
    links: [
      { to: '/policy', name: 'Policy', icon: IconSettings, least: 'viewer' },
      { to: '/keys', name: 'Keys', icon: IconKey, least: 'viewer' },
      { to: '/playground', name: 'Playground', icon: IconFlask, least: 'analyst' },
    ],
  },
  {
    title: 'Administration',
    links: [
      { to: '/users', name: 'Users', icon: IconUsers, least: 'admin' },
      { to: '/audit', name: 'Audit log', icon: IconHistory, least: 'admin' },
      { to: '/integrations', name: 'Integrations', icon: IconPlugConnected, least: 'admin' },
    ],
  },
] as const satisfies readonly {
  title: string;
  links: readonly { least: Role; to: string; name: string; icon: unknown }[];
}[];

const isBelow = (pathname: string, to: string): boolean =>
  to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);

/** The server refuses what such a page would ask; this says so before anything is asked. */
const ForRole = ({ children }: { children: ReactNode }) => {
  const { role } = useUser();
  const { pathname } = useLocation();
  const page = NAVIGATION.flatMap(({ links }) => [...links]).find(({ to }) => isBelow(pathname, to));
  const isAllowed = page === undefined || isAtLeast(role, page.least);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (isAllowed) shown.current = pathname;
  }, [isAllowed, pathname]);
  if (isAllowed) return children;
  return (
    <>
      <PageHeader title={page.name} />
      <Card>
        <Empty icon={<IconLock size={22} aria-hidden />} title="Your role may not see this page">
          You are {label(role).toLowerCase()}; it takes {label(page.least).toLowerCase()}. An admin can change
          your role.
          {shown.current === pathname
            ? ' What was not saved here is kept in this tab, and is there again with your role.'
            : null}
        </Empty>
      </Card>
    </>
  );
};

const Navigation = ({ onNavigate }: { onNavigate: () => void }) => {
  const { role } = useUser();
  const { pathname } = useLocation();
  const isHere = (to: string) => isBelow(pathname, to);
  return (
    <Stack gap="lg">
      {NAVIGATION.map(({ title, links }) => {
        const shown = links.filter(({ least }) => isAtLeast(role, least));
        if (shown.length === 0) return null;
        return (
          <div key={title}>
            <Text size="xs" fw={600} c="dimmed" px={10} mb={4}>
              {title}
            </Text>
            <Stack gap={2}>
              {shown.map(({ to, name, icon: Icon }) => (
                <Link
                  key={to}
                  to={to}
                  className="nav-link"
                  onClick={onNavigate}
                  activeProps={{}}
                  aria-current={isHere(to) ? 'page' : undefined}
                >
                  <Icon size={18} stroke={1.7} aria-hidden />
                  {name}
                </Link>
              ))}
            </Stack>
          </div>
        );
      })}
    </Stack>
  );
};

const SchemeToggle = () => {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const name = isDark ? 'Use the light scheme' : 'Use the dark scheme';
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={name}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
};

const LiveMark = () => {
  const isLive = useIsLive();
  return (
    <Tooltip label={isLive ? 'New requests appear by themselves' : 'Connecting to the live feed …'}>
      <Badge
        variant="default"
        color="gray"
        radius="xl"
        leftSection={<span className="live-dot" data-off={isLive ? undefined : ''} />}
        aria-live="polite"
      >
        {isLive ? 'Live' : 'Offline'}
      </Badge>
    </Tooltip>
  );
};

const AccountMenu = () => {
  const user = useUser();
  const signOut = useSignOut();
  const askFirst = useAskFirst();
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton>
          <Group gap={6} wrap="nowrap">
            <Box className="hide-narrow" ta="right" maw={220}>
              <Text size="sm" fw={600} lh={1.2} component="div">
                <CallerText text={user.name} isLine />
              </Text>
              <Text size="xs" c="dimmed" lh={1.2}>
                {label(user.role)}
              </Text>
            </Box>
            <VisuallyHidden>Account</VisuallyHidden>
            <IconChevronDown size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <CallerText text={user.email} />
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => askFirst(() => signOut.mutate())}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

const Shell = ({ children }: { children: ReactNode }) => {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { data } = useSession();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useFocusHeir(main);
  const burger = useRef<HTMLButtonElement>(null);
  const leaveMenu = () => {
    close();
    burger.current?.focus();
  };
  useHotkeys(isOpen ? [['Escape', leaveMenu]] : []);
  const last = useRef(pathname);
  useEffect(() => {
    // A screen reader goes on with the new page, not with the link that led there.
    if (last.current !== pathname) main.current?.focus();
    last.current = pathname;
  }, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
              aria-expanded={isOpen}
            />
            <Brand />
          </Group>
          <Group gap="md" wrap="nowrap">
            <LiveMark />
            <SchemeToggle />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages" data-closed={isOpen ? undefined : ''}>
        <AppShell.Section grow>
          <Navigation onNavigate={close} />
        </AppShell.Section>
        <AppShell.Section>
          <Text size="xs" c="dimmed" px={10}>
            Times in {TIME_ZONE}
          </Text>
          <Text size="xs" c="dimmed" px={10}>
            Portcullis {data?.version}
          </Text>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} style={{ outline: 'none' }}>
        <Box p={{ base: 'md', md: 'xl' }} maw={1480} mx="auto">
          <StrangeNames />
          <ForRole>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </ForRole>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
};

const OPEN_TO_ALL = new Set(['/setup', '/join', '/reset-password']);

/** Who is nobody yet gets the way in, where the page will be once they are somebody. */
export const Gate = ({ children }: { children: ReactNode }) => {
  const session = useSession();
  const { pathname } = useLocation();
  const { history } = useRouter();
  const isSignedIn = session.data?.user != null;
  const { data, error } = session;
  const isLost = data !== undefined && error !== null;
  useEffect(() => {
    if (isLost) tellLost(error);
    else tellFound();
  }, [isLost, error]);
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (!isSignedIn) return;
    wasSignedIn.current = true;
    const page = takeRememberedPage(window.location);
    if (page !== null) history.replace(page);
  }, [isSignedIn, history]);
  if (session.data === undefined) {
    return (
      <Center mih="100vh" component="main">
        {session.errorUpdateCount === 0 ? (
          <Loader aria-label="Loading" />
        ) : (
          <Failed error={error ?? unreachable()} onRetry={() => void session.refetch()} />
        )}
      </Center>
    );
  }
  if (OPEN_TO_ALL.has(pathname)) return <Suspense fallback={null}>{children}</Suspense>;
  if (session.data.needsSetup) return <SetupPage />;
  if (session.data.user === null) return <SignInPage hasEnded={wasSignedIn.current} />;
  return (
    <UserContext value={session.data.user}>
      <LiveProvider>
        <Shell>{children}</Shell>
      </LiveProvider>
    </UserContext>
  );
};
