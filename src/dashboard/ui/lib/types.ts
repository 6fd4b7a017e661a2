// What the API answers, under the names that the pages use.
import type { z } from 'zod';
import type * as access from '../../api/access.ts';
import type * as common from '../../api/common.ts';
import type * as integrations from '../../api/integrations.ts';
import type * as keys from '../../api/keys.ts';
import type * as loop from '../../api/loop.ts';
import type * as policy from '../../api/policy.ts';
import type * as requests from '../../api/requests.ts';

export type ApiError = z.output<typeof common.ApiError>;
export type Mode = z.output<typeof common.Mode>;
export type Sensitivity = z.output<typeof common.Sensitivity>;
export type Outcome = z.output<typeof common.Outcome>;
export type Direction = z.output<typeof common.Direction>;
export type Page<T> = { items: T[]; nextCursor: string | null };

export type { Role, User } from '../../api/access.ts';
export type Session = z.output<typeof access.Session>;
export type Invitation = z.output<typeof access.Invitation>;
export type OwnSession = z.output<typeof access.OwnSession>;

export type { RequestRow } from '../../api/requests.ts';
export type RequestDetail = z.output<typeof requests.RequestDetail>;
export type Finding = z.output<typeof requests.Finding>;
export type RequestText = z.output<typeof requests.RequestText>;
export type Erased = z.output<typeof requests.Erased>;
export type EraseRequests = z.output<typeof requests.EraseRequests>;
export type Facets = z.output<typeof requests.Facets>;
export type FeedbackItem = z.output<typeof requests.FeedbackItem>;
export type Overview = z.output<typeof requests.Overview>;
export type Latency = z.output<typeof requests.Latency>;
export type SavedView = z.output<typeof requests.SavedView>;

export type QueueItem = z.output<typeof loop.FeedbackPage>['items'][number];
export type ExclusionScope = z.output<typeof loop.ExclusionScope>;
export type Exclusion = z.output<typeof loop.Exclusion>;
export type Suggestions = z.output<typeof loop.Suggestions>;
export type Replay = z.output<typeof loop.Replay>;
export type ReplayChange = z.input<typeof loop.ReplayRequest>;

export type Settings = z.output<typeof policy.Settings>;
export type SettingsRevision = z.output<typeof policy.SettingsRevision>;
export type Impact = z.output<typeof policy.Impact>;
export type EntityRule = z.output<typeof policy.EntityRule>;
export type EntityTrialResult = z.output<typeof policy.EntityTrialResult>;
export type RuleTrialResult = z.output<typeof policy.RuleTrialResult>;
export type Playground = z.output<typeof policy.Playground>;

export type Key = z.output<typeof keys.Key>;
export type KeyPage = z.output<typeof keys.KeyPage>;
export type AuditEntry = z.output<typeof integrations.AuditEntry>;
export type Webhook = z.output<typeof integrations.Webhook>;
export type Delivery = z.output<typeof integrations.Delivery>;
export type WebhookEvent = z.output<typeof integrations.WebhookEvent>;
