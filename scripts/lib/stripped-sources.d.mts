export function stripSources(): void
