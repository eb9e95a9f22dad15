import { fork, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A child process that runs a program of this repository. It stops when this process exits for any reason. */
export interface Running extends AsyncDisposable {
  child: ChildProcess
  exited: Promise<number>
}

/**
 * @param env added to the environment of this process
 * @param onLine receives the lines of standard output, which otherwise goes where this process's goes
 */
export function startProgram(
  file: string,
  env: Record<string, string> = {},
  args: string[] = [],
  execArgv: string[] = [],
  onLine?: (line: string) => void,
): Running {
  const stdio: StdioOptions = ['inherit', onLine ? 'pipe' : 'inherit', 'inherit', 'ipc']
  const child = fork(file, args, { stdio, env: { ...process.env, ...env }, execArgv })
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine)
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? 1)
  return {
    child,
    exited,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Waits for the program's `ready` message. @throws where the program exits first */
export async function untilReady(program: Running, name: string): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    program.child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve()
    })
  })
  await Promise.race([
    ready,
    program.exited.then((code) => {
      throw new Error(`${name} exited with ${code} before it was ready`)
    }),
  ])
}
