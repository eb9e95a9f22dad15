/** A growing byte writer and a bounds-checked reader for stored models. */
export interface Writer {
  bytes: Uint8Array
  length: number
}

export function createWriter(): Writer {
  return { bytes: new Uint8Array(4096), length: 0 }
}

function reserve(w: Writer, more: number): void {
  if (w.length + more <= w.bytes.length) return
  const next = new Uint8Array(Math.max(w.bytes.length * 2, w.length + more))
  next.set(w.bytes)
  w.bytes = next
}

export function writeUnsigned(w: Writer, value: number): void {
  reserve(w, 5)
  let rest = value >>> 0
  while (rest > 127) {
    w.bytes[w.length++] = (rest & 127) | 128
    rest >>>= 7
  }
  w.bytes[w.length++] = rest
}

/** Zigzag encoding: values of small magnitude and either sign take few bytes. */
export function writeSigned(w: Writer, value: number): void {
  writeUnsigned(w, (value << 1) ^ (value >> 31))
}

export function writeFloat(w: Writer, value: number): void {
  reserve(w, 4)
  new DataView(w.bytes.buffer).setFloat32(w.length, value, true)
  w.length += 4
}

export function writeText(w: Writer, text: string): void {
  const encoded = new TextEncoder().encode(text)
  writeUnsigned(w, encoded.length)
  reserve(w, encoded.length)
  w.bytes.set(encoded, w.length)
  w.length += encoded.length
}

export interface Reader {
  bytes: Uint8Array
  at: number
}

/** The bytes end too early or encode an impossible value. Caught within the codec. */
export class MalformedBytes extends Error {}

export function readUnsigned(r: Reader): number {
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = r.bytes[r.at++]
    if (byte === undefined) throw new MalformedBytes()
    value |= (byte & 127) << shift
    if (byte < 128) return value >>> 0
  }
  throw new MalformedBytes()
}

export function readSigned(r: Reader): number {
  const value = readUnsigned(r)
  return (value >>> 1) ^ -(value & 1)
}

export function readFloat(r: Reader): number {
  if (r.at + 4 > r.bytes.length) throw new MalformedBytes()
  const value = new DataView(r.bytes.buffer, r.bytes.byteOffset).getFloat32(r.at, true)
  r.at += 4
  if (!Number.isFinite(value)) throw new MalformedBytes()
  return value
}

export function readText(r: Reader): string {
  const length = readUnsigned(r)
  if (r.at + length > r.bytes.length) throw new MalformedBytes()
  const text = new TextDecoder().decode(r.bytes.subarray(r.at, r.at + length))
  r.at += length
  return text
}
