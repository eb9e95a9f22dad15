/** Name and port of a server as people copy it: `imaps://mail.example:993/`. A port beside the name replaces `port`. */
export function splitServer(typed: string, port: string): { host: string; port: string } {
  const [, host = typed, typedPort = port] = /^(?:[a-z]+:\/\/)?([^\s/:]+)(?::(\d+))?\/*$/i.exec(typed) ?? []
  return { host, port: typedPort }
}
