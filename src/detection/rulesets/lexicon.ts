/** Word lists and pattern pieces that several English rules share. A blank in a pattern is a gap between words. */

/** Orders to drop something, which are hardly ever meant otherwise when instructions follow. */
export const DROP_VERBS = [
  'ignore',
  'ignor',
  'ingore',
  'ignroe',
  'disregard',
  'disregrad',
  'forget',
  'forget about',
  'neglect',
  'overlook',
  'set aside',
  'put aside',
  'cast aside',
  'lay aside',
  'throw away',
  'throw out',
  'abandon',
  'unlearn',
  'defy',
  'disobey',
  'discard',
  'nullify',
  'wipe out',
  'erase',
  'dismiss',
  'pay no attention to',
  'pay no heed to',
  'do not follow',
  "don't follow",
  'do not obey',
  "don't obey",
  'do not listen to',
  "don't listen to",
  'stop following',
  'stop obeying',
  'stop listening to',
  'no longer follow',
  'no longer obey',
  'let go of',
] as const;

/** Orders to drop something that are also everyday work on files, tables and settings. */
export const CHANGE_VERBS = [
  'override',
  'overwrite',
  'bypass',
  'cancel',
  'drop',
  'wipe',
  'remove',
  'delete',
  'replace',
  'clear',
  'reset',
  'void',
  'skip',
  'revoke',
  'suspend',
  'suppress',
  'circumvent',
  'disable',
  'lift',
  'break',
  'violate',
  'get rid of',
  'scrap',
  'purge',
  'rescind',
  'annul',
  'countermand',
  'repeal',
  'retract',
  'undo',
] as const;

export const INSTRUCTIONS = 'iu?ns?t?r?u?c?t?i?ons?';
export const DETERMINERS =
  '(?: (?:al+|any|every|each|everything|of|the|teh|th|your|yor|yuor|youre|ur|you|these|those|this|that|whatever|entire|whole|completely|one|and|or|both|other|in|from)){0,6}';
export const EARLIER =
  '(?:previous(?:ly)?|prev|previus|prior|earlier|above|preceding|foregoing|former|past|initial|original|old|older|existing|current|last|before|aforementioned|hidden|given)';
export const MODEL_WORDS =
  '(?:system|developer|ai|chat|user|safety|ethical|moral|content|internal|secret|core|operating|programmed|default|built in|provided|set of|model|base|basic|openai)';
export const ORDERS = `(?:${INSTRUCTIONS}|prompts?|prompting|directions?|directives?|commands?|orders?|rules?|guidelines?|guidance|constraints?|restrictions?|programming|programmings|training|protocols?|polic(?:y|ies)|safeguards?|limitations?|limits|briefing|assignments?)`;
export const CONTENTS =
  '(?:texts?|contents?|contexts?|messages?|conversations?|tasks?|inputs?|information|statements?|requests?|settings?|configurations?|history|discussion|chat|words|sentences?|data|stuff|documents?|questions?|topics?|input)';
export const WORD_END = String.raw`(?![\p{L}\p{N}])`;

/** What an agent must not claim too early is no secret: `never tell the user the goal is complete`. */
export const THAT_WORK_IS_DONE = `(?: that)? (?:the|a|an|this|your|each) (?:task|goal|step|job|feature|bug|issue|build) is (?:complete|completed|done|finished|fixed|blocked)${WORD_END}`;
/** What people who are called assistants are seldom told. */
export const FOR_A_MACHINE = String.raw`(?:[^\n]|\n){0,240}?(?:[\w.+-]@[\w-]|(?<![\p{L}])(?:https?|(?:ignore|disregard|forget|override) (?:all|any|your|every|previous|the (?:previous|user|above)|everything)|users?|your (?:summary|answer|response|reply|output|instructions|task|context|previous)|prompts?|passwords?|credentials?|tokens?|secrets?|api|tools?|transfer|execute|ai|llms?|models?|send|forward|upload|e-?mail|wire|pay|delete|erase|remove|reveal|print|output|stop|recommend|approve|rate|rank|summari[sz]e|reply|respond|answer|mention|append|insert|include|visit|click|run|install|download|fetch|curl|do not|don't|must|always|never|only)(?![\p{L}]))`;
/** How an attacker or a document names the model. */
export const MODEL =
  '(?:ai|a\\.i\\.|llms?|large language models?|language models?|gpt|chat ?gpt|chatbots?|bots?|claude|gemini|copilot|assistants?|ai assistants?|ai models?|ai agents?|ai systems?|ai tools?|agents?|automated (?:systems?|agents?|readers?|assistants?))';
