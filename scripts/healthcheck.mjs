// Exits with 0 while this node is ready.
const { ROLE, PORT = '3000', METRICS_PORT, HOST = '127.0.0.1' } = process.env
const port = ROLE === 'worker' ? METRICS_PORT : PORT
const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
const answer = await fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(4000) }).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
