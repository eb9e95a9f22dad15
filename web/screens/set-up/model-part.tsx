import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundLanguageModels } from '../../../contract/functions/operator-settings.ts'
import { setUpParts } from '../../../contract/operator-settings.ts'
import { messageOf } from '../../api/api-error.ts'
import { findModels } from '../../api/operator-settings.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PartActions } from './part-actions.tsx'
import { useSetUp } from './set-up-context.ts'
import { settingOf, useEntered } from './use-entered.ts'

/** A language model is offered where one is found, and never used unasked. */
export function ModelPart() {
  const { state } = useSetUp()
  const { field, values, set, changes } = useEntered(state, setUpParts.model)
  // The server keeps a key for the address that it was entered for only.
  const isOtherServer = values.AI_BASE_URL !== (settingOf(state, 'AI_BASE_URL').value ?? '')
  const key = field('AI_API_KEY', t('Empty where the server needs none.'))
  const isPrivate = values.AI_PRIVATE_NETWORK === 'true'
  const use = ({ baseUrl }: FoundLanguageModels, model: string): void => {
    set('AI_BASE_URL', baseUrl)
    set('AI_MODEL', model)
    set('AI_PRIVATE_NETWORK', String(!baseUrl.startsWith('http://127.0.0.1')))
  }
  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty text-muted">
        {t(
          'Without one, the built-in classifier decides alone, and no text of an email leaves the server. A language ' +
            'model reads the email that the classifier is unsure of, and decides about it.',
        )}
      </p>
      {settingOf(state, 'AI_BASE_URL').source === null && <FoundServers onUse={use} />}
      <TextField
        {...field('AI_BASE_URL', t('A server with OpenAI’s chat protocol, such as https://api.openai.com/v1'))}
        label={t('Address')}
        autoComplete="off"
        spellCheck={false}
      />
      <SwitchField
        label={t('It is in my own network')}
        hint={t('Then the address may begin with http.')}
        checked={isPrivate}
        disabled={settingOf(state, 'AI_PRIVATE_NETWORK').source === 'environment'}
        onChange={(checked) => set('AI_PRIVATE_NETWORK', String(checked))}
      />
      <TextField {...field('AI_MODEL')} label={t('Name of the model')} autoComplete="off" spellCheck={false} />
      <PasswordField
        {...key}
        hint={isOtherServer && !key.disabled ? t('Empty where the server needs none.') : key.hint}
        label={t('Key')}
        autoComplete="off"
      />
      <PartActions part="model" changes={changes} />
    </div>
  )
}

function FoundServers({ onUse }: { onUse: (server: FoundLanguageModels, model: string) => void }) {
  const { data: onMachine } = useQuery({ queryKey: ['language-models'], queryFn: () => findModels('machine') })
  const [inNetwork, setInNetwork] = useState<FoundLanguageModels[] | null>(null)
  const [isSearching, setIsSearching] = useState(false)
  const { withReauthentication } = useReauthentication()
  const servers = [...(onMachine ?? []), ...(inNetwork ?? [])]

  async function search(): Promise<void> {
    setIsSearching(true)
    try {
      setInNetwork(await withReauthentication(() => findModels('network')))
    } catch (error) {
      if (!isCancelled(error)) toastError(t('Failed to look for language models'), messageOf(error))
    } finally {
      setIsSearching(false)
    }
  }
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-4 text-sm">
      {servers.length > 0 ? (
        <ul aria-label={t('Language models that were found')} className="space-y-2">
          {servers.map((server) => (
            <li key={server.baseUrl} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {t('{server} at {address}', { server: server.server, address: server.baseUrl })}
              </span>
              {server.models.slice(0, 3).map((model) => (
                <Button key={model} size="small" onClick={() => onUse(server, model)}>
                  {t('Use {model}', { model })}
                </Button>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <output className="block text-muted">
          {inNetwork
            ? t('None answers in your network.')
            : onMachine
              ? t('None runs on this machine.')
              : t('Looking for one on this machine...')}
        </output>
      )}
      <Button size="small" busy={isSearching} onClick={() => void search()}>
        {isSearching ? t('Looking...') : t('Look in My Network')}
      </Button>
    </div>
  )
}
