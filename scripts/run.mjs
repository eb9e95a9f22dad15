// Runs a script of this repository with the Node version that the lock file pins, and installs missing packages first.
// Plain JavaScript, because it must run with any Node from version 20.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onEndOfParent } from './lib/on-end-of-parent.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const major = Number(process.versions.node.split('.')[0])
if (major < 20) stop(`Node 20 or newer is needed; this is ${process.version}.`)

const [script, ...args] = process.argv.slice(2)
if (!script) stop('Usage: node scripts/run.mjs <script.ts> [arguments]')
if (isStale()) install()

const bin = join(root, 'node_modules', '.bin')
const pinned = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
const node = existsSync(pinned) ? pinned : process.execPath
if (node === process.execPath && major < 24) {
  stop('The Node version of the lock file has no build for this machine: use Node 24 or newer.')
}

// Settings of the operator. Tests and checks must not depend on them.
const isHermetic = /^(scripts\/(test|test-long|check|setup)|test\/.*)\.ts$/.test(script)
const settings = isHermetic || !existsSync('.env') ? [] : ['--env-file=.env']
const isServer = script === 'server/main.ts'
// A household's server. The first two save 50 MB each; an email takes 40 ms of the processor then, a third more.
const memory = isServer
  ? ['--max-semi-space-size=4', '--optimize-for-size', `--import=${new URL('lib/load-stripped.mjs', import.meta.url)}`]
  : []
// Threads of glibc share their memory, and what they free returns to the system: 10 to 16 MB less. The sources without
// types take the place of the compile cache.
const memoryEnv = isServer
  ? { NODE_DISABLE_COMPILE_CACHE: '1', MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }
  : {}
const env = {
  // Installing counts as waiting.
  STARTED_AT: String(performance.timeOrigin),
  // Keeps compiled code between starts.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...memoryEnv,
  ...process.env,
  PATH: [bin, process.env.PATH].join(process.platform === 'win32' ? ';' : ':'),
}
const isRunByNpm = process.env.npm_lifecycle_event !== undefined

// What keeps running takes the place of this process, and so of its memory.
if (['server/main.ts', 'scripts/start.ts'].includes(script) && process.execve && process.platform !== 'win32') {
  const endsWithNpm = isRunByNpm ? [`--import=${new URL('lib/end-with-parent.mjs', import.meta.url)}`] : []
  // Node would warn that the function is new.
  process.removeAllListeners('warning')
  process.execve(node, [node, ...memory, ...settings, ...endsWithNpm, script, ...args], env)
}

const child = spawn(node, [...memory, ...settings, script, ...args], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env,
  shell: node.endsWith('.cmd'),
})
// The terminal sends Ctrl-C to both processes. A signal to this process alone must be forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
if (isRunByNpm) onEndOfParent(() => child.kill('SIGTERM'))
child.on('error', (error) => stop(`${script} could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))

function isStale() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs
}

function install() {
  process.stdout.write('Installing the packages of the lock file …\n')
  // A release has the built page, and neither tests nor page sources.
  // npm would warn about Node 20 on older machines; the required Node is one of the packages.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const only = existsSync(join(root, 'web')) ? [] : ['--omit=dev']
  const done = spawnSync(npm, ['ci', ...only, '--loglevel=error', '--no-progress', '--no-fund', '--no-audit'], {
    stdio: 'inherit',
    shell: npm.endsWith('.cmd'),
  })
  if (done.status !== 0)
    stop('The packages could not be installed: `npm ci` failed, see above. Is the package registry reachable?')
}

function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
