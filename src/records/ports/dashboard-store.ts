import type { RequestSearch, TextStore } from '../ports.ts';
import type { AccountStore, AttemptStore } from './accounts.ts';
import type { AuditStore, ViewStore } from './audit.ts';
import type { Erasure } from './erasure.ts';
import type { FeedbackStore } from './feedback.ts';
import type { KeyEditing, PolicyStore } from './policy.ts';
import type { Statistics } from './statistics.ts';
import type { Outbox, WebhookStore } from './webhooks.ts';

export type DashboardStore = RequestSearch &
  Statistics &
  TextStore &
  PolicyStore &
  KeyEditing &
  FeedbackStore &
  AccountStore &
  AuditStore &
  ViewStore &
  WebhookStore &
  Outbox &
  Erasure &
  AttemptStore;
