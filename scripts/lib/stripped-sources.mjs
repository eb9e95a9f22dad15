// Sources without their types, kept between starts. A server that loads them needs neither Node's compiler of
// TypeScript (20 MB) nor its compile cache, which stays in memory as long as the process runs (16 MB).
import { hash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const folder = join(process.env.NODE_COMPILE_CACHE || join(root, 'node_modules', '.cache', 'compiled'), 'stripped')

/** Kept for a source and a Node, and followed by its own hash, because a crash may leave a part of a file. */
export function readStripped(file) {
  const source = readFileSync(file, 'utf8')
  const kept = join(folder, hash('sha1', `${process.version} ${source}`))
  const found = readKept(kept)
  if (found !== null) return found
  const stripped = stripTypeScriptTypes(source)
  try {
    mkdirSync(folder, { recursive: true })
    // Another process may write the same file.
    writeFileSync(`${kept}.${process.pid}`, withHash(stripped))
    renameSync(`${kept}.${process.pid}`, kept)
  } catch {
    // The folder cannot be written: the next start strips again.
  }
  return stripped
}

function readKept(file) {
  try {
    const text = readFileSync(file, 'utf8')
    const stripped = text.slice(0, text.lastIndexOf('\n'))
    return withHash(stripped) === text ? stripped : null
  } catch {
    return null
  }
}

const withHash = (text) => `${text}\n${hash('sha1', text)}`

/** Before the server starts, so that its process never loads the compiler. */
export function stripSources() {
  for (const file of globSync('{contract,packages,server}/**/*.ts', { cwd: root })) {
    if (!/\.test\.ts$|^packages\/(sandbox|[^/]+\/eval)\//.test(file)) readStripped(join(root, file))
  }
}
