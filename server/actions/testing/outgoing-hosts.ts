import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Records the hosts that this process calls from now on, by `fetch`, `node:http` or a library. */
export function outgoingHosts(): { hosts: Set<string>; [Symbol.dispose](): void } {
  const hosts = new Set<string>()
  const byFetch = (message: unknown): void => {
    hosts.add(new URL(String(Reflect.get(Object(Reflect.get(Object(message), 'request')), 'origin'))).hostname)
  }
  const byHttp = (message: unknown): void => {
    hosts.add(String(Reflect.get(Object(Reflect.get(Object(message), 'request')), 'host')))
  }
  subscribe('undici:request:create', byFetch)
  subscribe('http.client.request.start', byHttp)
  return {
    hosts,
    [Symbol.dispose]() {
      unsubscribe('undici:request:create', byFetch)
      unsubscribe('http.client.request.start', byHttp)
    },
  }
}
