let loading: Promise<ReadonlySet<string>> | null = null

/**
 * The 49,000 passwords that occur most often in published leaks, in lower case (docs/decisions/011-leaked-passwords.md says why this
 * list). Read when the first password is judged and kept: 4 MB in a process that judges passwords, nothing in one that only sorts.
 */
export function leakedPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}
