import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventData } from './event-stream.ts'

async function read(chunks: Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  return Array.fromAsync(readEventData(new Blob(chunks).stream()))
}

const cutAt = (bytes: Uint8Array<ArrayBuffer>, cuts: number[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      const offsets = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
      let from = 0
      for (const to of [...offsets, bytes.length]) {
        if (to > from) controller.enqueue(bytes.slice(from, to))
        from = to
      }
      controller.close()
    },
  })

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

test('skips comments and other fields, and joins the data lines of one event', async () => {
  const text = ': connected\n\nevent: x\ndata: one\ndata:two\n\n: alive\n\nid: 7\n\ndata: three\r\n\r\n'
  expect(await read([encode(text)])).toEqual(['one\ntwo', 'three'])
})

test('ignores an incomplete event at the end of the stream', async () => {
  expect(await read([encode('data: whole\n\ndata: half')])).toEqual(['whole'])
})

test('yields the same events wherever the bytes are split into chunks', async () => {
  const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/u.test(text) && !text.startsWith(' '))
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.array(fc.nat()), async (events, end, cuts) => {
      const text = events.map((event) => `data: ${event}${end}${end}: alive${end}${end}`).join('')
      expect(await Array.fromAsync(readEventData(cutAt(encode(text), cuts)))).toEqual(events)
    }),
  )
})
