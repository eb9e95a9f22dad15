const unsubscribeUrlMaxLength = 900

/**
 * The page for unsubscribing that an email names (RFC 2369), which only the user opens. Anyone can write the header: it
 * has to be an https address of a named host, without credentials. @returns null where there is none
 */
export function unsubscribeUrlOf(headers: Readonly<Record<string, string>>): string | null {
  for (const [, text = ''] of (headers['list-unsubscribe'] ?? '').matchAll(/<([^<>]*)>/g)) {
    const url = URL.parse(text.replaceAll(/\s/g, ''))
    if (url && isOffered(url)) return url.href
  }
  return null
}

const isOffered = ({ href, protocol, username, password, hostname }: URL): boolean =>
  protocol === 'https:' &&
  username === '' &&
  password === '' &&
  href.length <= unsubscribeUrlMaxLength &&
  // Neither an IP address nor a host of the user's own network (RFC 6762, appendix G).
  /\.[a-z][a-z\d-]*[a-z\d]$/.test(hostname) &&
  !/\.(?:local|localhost|internal|intranet|private|corp|home|lan|arpa)$/.test(hostname)
