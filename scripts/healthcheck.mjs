// Exits with 0 while this node is ready.
const { ROLE, PORT = '3000', METRICS_PORT } = process.env
const port = ROLE === 'worker' ? METRICS_PORT : PORT
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
