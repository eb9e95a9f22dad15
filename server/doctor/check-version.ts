import { z } from 'zod'
import type { NewerRelease } from '../../contract/functions/operator-server.ts'
import type { Config } from '../config.ts'
import { releasesUrl, version } from '../shared/version.ts'
import { probe } from '../vendors/http/probe.ts'
import { ok, warning, type Finding } from './finding.ts'

/** docs.github.com/rest/releases/releases#get-the-latest-release */
const Release = z.object({ tag_name: z.string().regex(/^v\d{1,6}\.\d{1,6}\.\d{1,6}$/) })

/** Sends nothing about the installation. */
export async function checkVersion({ asksForUpdates }: Pick<Config, 'asksForUpdates'>): Promise<Finding[]> {
  if (!asksForUpdates || releasesUrl === null) return [ok('version', version)]
  return [await compareWithNewest(releasesUrl, version)]
}

export async function compareWithNewest(url: string, running: string): Promise<Finding> {
  const newest = await findNewest(url)
  if (newest === null) return ok('version', `${running}; the list of releases does not answer`)
  if (!isNewer(newest, running)) return ok('version', `${running} is the newest`)
  return warning('version', `${newest} is there, and this is ${running}`, 'docs/update.md has the commands.')
}

/** Null where this version is the newest, or where that is not known. */
export async function findNewerRelease(
  { asksForUpdates }: Pick<Config, 'asksForUpdates'>,
  url = releasesUrl,
  running = version,
): Promise<NewerRelease['newer']> {
  const newest = asksForUpdates && url !== null ? await findNewest(url) : null
  if (url === null || newest === null || !isNewer(newest, running)) return null
  const page = url.replace('https://api.github.com/repos/', 'https://github.com/').replace(/latest$/, `tag/v${newest}`)
  return { version: newest, url: page }
}

async function findNewest(url: string): Promise<string | null> {
  try {
    return Release.parse(JSON.parse((await probe(url)).text)).tag_name.slice(1)
  } catch {
    // Without internet, or without a release.
    return null
  }
}

const isNewer = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true, sensitivity: 'base' }) > 0
