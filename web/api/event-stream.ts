/**
 * The data of server-sent events in a stream of bytes, one string an event. By hand, because the browser's own EventSource
 * cannot send a bearer token. Comments (the server's heartbeat) and other fields are skipped.
 */
export async function* eventData(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = ''
  let data: string[] = []
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/u)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /u, ''))
      if (line !== '' || data.length === 0) continue
      yield data.join('\n')
      data = []
    }
  }
}
