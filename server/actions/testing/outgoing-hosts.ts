import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** The hosts that this process calls from here on, whoever calls them (`fetch`, `node:http`, a library). */
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
