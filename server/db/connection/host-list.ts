/**
 * One address for each host of a connection URL, which may name several, separated by commas, as libpq accepts it
 * (postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 */
export function addressPerHost(address: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(address)
  if (!parts) return [address]
  const [, start = '', hosts = '', rest = ''] = parts
  return hosts.split(',').map((host) => start + host + rest)
}
