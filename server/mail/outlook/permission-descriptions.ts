/** Descriptions of the requested permissions, by Microsoft's scope in lower case. */
const descriptions: Record<string, string> = {
  openid: 'Know which Microsoft account this is',
  profile: 'See your name',
  email: 'See your email address',
  offline_access: 'Keep working while you are away, until you disconnect the mailbox',
  'user.read': 'See your name and address at Microsoft',
  'mail.read': 'Read your email',
  'mail.readwrite': 'Read your emails, move them between folders, create folders and write drafts',
  'mail.send': 'Send email in your name, where you have added a forward action',
}

/** Permissions that another one includes. */
const includedIn: Record<string, string> = { 'mail.read': 'mail.readwrite', profile: 'user.read', email: 'user.read' }

/**
 * Each granted permission once, without those that another one includes; those of Outlook before those of the sign-in.
 * An unknown scope is its own description.
 */
export function describePermissions(scopes: string): { scope: string; words: string }[] {
  const granted = new Map(
    scopes
      .split(/\s+/)
      .filter(Boolean)
      .map((scope) => [scope.toLowerCase(), scope]),
  )
  const known = Object.keys(descriptions)
  const rank = (scope: string): number => (scope.includes('.') ? 0 : known.length) + known.indexOf(scope)
  return [...granted]
    .filter(([lower]) => !granted.has(includedIn[lower] ?? ''))
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([lower, scope]) => ({ scope, words: descriptions[lower] ?? scope }))
}
