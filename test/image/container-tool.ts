import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

type Tool = 'docker' | 'podman'

/** The first tool that works here: a client without its daemon does not. */
export const containerTool = (['docker', 'podman'] as const).find(
  (name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0,
)

/** Builds the image of the Dockerfile. @returns its id */
export function buildImage(tool: Tool, base: string | undefined): string {
  const options = [
    // Podman's own format has no health check.
    ...(tool === 'podman' ? ['--format', 'docker'] : []),
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
  ]
  const { status, stdout } = spawnSync(tool, ['build', '--quiet', ...options, '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  const id = stdout.trim().split('\n').at(-1) ?? ''
  if (status !== 0 || id === '') throw new Error(`${tool} build failed`)
  return id
}

/** A running container of the image. */
export interface Container extends AsyncDisposable {
  /** Runs a command in it. @returns its exit code and output */
  run(...command: string[]): Promise<{ code: number; output: string }>
  /** Sends SIGTERM, and kills it a minute later. @returns its exit code */
  stop(): Promise<number>
}

/** The restrictions of compose.yaml, on the network of this machine. */
const restrictions = [
  ['--network', 'host', '--read-only', '--tmpfs', '/tmp', '--tmpfs', '/data'],
  ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
].flat()

const environmentOptions = (env: Record<string, string>): string[] =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])

/** Runs a command in a container of its own until it exits. @returns its output */
export async function runOnce(
  tool: Tool,
  image: string,
  env: Record<string, string>,
  command: string[],
): Promise<string> {
  const options = ['--rm', ...restrictions, ...environmentOptions(env)]
  const { stdout } = await execute(tool, ['run', ...options, image, ...command])
  return stdout
}

export async function startContainer(tool: Tool, image: string, env: Record<string, string>): Promise<Container> {
  const { stdout } = await execute(tool, ['run', '--detach', ...restrictions, ...environmentOptions(env), image])
  const id = stdout.trim()
  return {
    async run(...command) {
      try {
        const done = await execute(tool, ['exec', id, ...command])
        return { code: 0, output: done.stdout + done.stderr }
      } catch (error) {
        const { code, stdout: out, stderr } = Object(error)
        return { code: Number(code), output: `${out}${stderr}` }
      }
    },
    async stop() {
      await execute(tool, ['stop', '--time', '60', id])
      const state = await execute(tool, ['inspect', '--format', '{{.State.ExitCode}}', id])
      const code = Number(state.stdout)
      if (code !== 0) process.stderr.write((await execute(tool, ['logs', id])).stderr)
      return code
    },
    async [Symbol.asyncDispose]() {
      await execute(tool, ['rm', '--force', '--volumes', id])
    },
  }
}
