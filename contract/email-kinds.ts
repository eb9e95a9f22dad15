/**
 * Kinds of everyday email by which Tidy up groups an inbox: each is a folder that people keep. The classifier tells the
 * kind of an email from its topics and headers.
 */
export const emailKinds = [
  'newsletters',
  'offers',
  'orders',
  'deliveries',
  'bills',
  'subscriptions',
  'banking',
  'insurance',
  'taxes',
  'travel',
  'tickets',
  'school',
  'university',
  'clubs',
  'health',
  'home',
  'car',
  'work',
  'customers',
  'jobs',
  'software',
  'alerts',
  'social',
  'government',
  'charity',
  'games',
  'family',
] as const
export type EmailKind = (typeof emailKinds)[number]
