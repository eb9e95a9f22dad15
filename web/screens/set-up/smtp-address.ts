export interface SmtpServer {
  host: string
  port: string
  user: string
  password: string
  security: 'tls' | 'starttls'
}

/** The parts of SMTP_URL; the page receives it without the password. */
export function splitSmtpUrl(address: string): SmtpServer {
  const url = URL.parse(address)
  if (!url) return { host: '', port: '465', user: '', password: '', security: 'tls' }
  const security = url.protocol === 'smtps:' ? 'tls' : 'starttls'
  return {
    host: url.hostname,
    port: url.port || (security === 'tls' ? '465' : '587'),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    security,
  }
}

export function composeSmtpUrl({ host, port, user, password, security }: SmtpServer): string {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}`
}
