import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A program of this repository, started beside this one; it stops when this one goes, however it goes. */
export interface Running extends AsyncDisposable {
  child: ChildProcess
  exited: Promise<number>
}

/** @param env settings beside those of this process */
export function startProgram(
  file: string,
  env: Record<string, string> = {},
  args: string[] = [],
  execArgv: string[] = [],
): Running {
  const child = fork(file, args, { stdio: 'inherit', env: { ...process.env, ...env }, execArgv })
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

/** Waits until the program says that it is ready. @throws where it ends before */
export async function untilReady(program: Running, name: string): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    program.child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve()
    })
  })
  await Promise.race([
    ready,
    program.exited.then((code) => {
      throw new Error(`${name} ended with ${code} before it was ready`)
    }),
  ])
}
