import { fold } from './tokenize.ts'

/** What a word says about the senders near it. */
export type WordKind =
  | 'not'
  | 'ne'
  | 'no'
  | 'drop'
  | 'except'
  | 'but'
  | 'only'
  | 'affirm'
  | 'all'
  | 'any'
  | 'else'
  | 'nothing-else'
  | 'rest'
  | 'from'
  | 'of'
  | 'to'
  | 'about'
  | 'if'
  | 'here'
  | 'and'
  | 'is'
  | 'stay'
  | 'out'
  | 'particle'
  | 'inbox'
  | 'that'
  | 'mail'
  | 'person'
  | 'filler'
  | 'content'

/** English, German, French, Spanish, Dutch. Words not listed are content: what the emails are about. */
const WORDS: readonly (readonly [WordKind, string])[] = [
  [
    'not',
    `not no never nothing none neither nor stop cannot dont doesnt unwanted elsewhere delete deletes deleted trash
    nicht nichts nie niemals weder nein unerwunscht woanders anderswo losche loschen geloscht papierkorb
    pas jamais rien ni non indesirable ailleurs supprimer supprime supprimez
    nunca nada ningun ninguna ninguno tampoco jamas eliminar elimina borrar borra
    niet niets nooit geen nee ongewenst elders`,
  ],
  // "Ne … que" means "only".
  ['ne', 'ne n'],
  // Before a noun: "without advertising" says what email is about, and "not" may belong to a verb.
  ['no', 'without kein keine keinen keiner keines keinem ohne sans aucun aucune sin zonder'],
  // Verbs that exclude. After "not" they want: "do not forget …".
  [
    'drop',
    `ignored skipped forgotten omitted rejected ignoriert entfernt blockiert ignorado ignorados ignores
    genegeerd geblokkeerd verwijderd exclude excludes excluding excluded ignore ignores ignoring skip skips
    remove removes removed removing block blocks blocked blocking avoid forget omit reject discard deny ban mute
    hide blacklist blocklist ausschliessen ausgeschlossen ausschliesse ausschliesst schliesse schliess ignoriere
    ignorieren entferne entfernen blockiere blockieren vergiss vergessen weglassen auslassen fernhalten
    uberspringe uberspringen vermeide vermeiden exclure exclus exclut exclue exclues excluez excluant ignorer ignorez
    retirer retire retirez
    bloquer bloque bloquez eviter evite evitez oublie oublier oubliez enlever enleve enlevez excluir excluye
    excluya excluyan excluido excluidos excluida excluidas excluyendo ignorar ignora bloquear bloquea quitar
    quita quitando omitir omite evitar evita olvides olvidar olvida uitsluiten uitgesloten sluit negeer negeren blokkeer
    blokkeren verwijder verwijderen overslaan vermijd vermijden vergeet vergeten weglaten weren`,
  ],
  [
    'except',
    `except excepting apart aside besides excepted minus exception exceptions unless
    ausser ausgenommen abgesehen ausnahme ausnahmen
    sauf hormis excepte hors exceptions excepto salvo menos excepcion excepciones exceptuando
    behalve uitgezonderd uitzondering uitzonderingen tenzij exclusief barring`,
  ],
  [
    'but',
    `but however instead rather though although whereas while aber sondern jedoch stattdessen doch allerdings
    hingegen dagegen wahrend wobei mais cependant plutot pourtant toutefois tandis pero sino aunque mientras maar echter
    hoewel terwijl daarentegen`,
  ],
  // "Always" and "yes" end an exclusion.
  ['affirm', 'always yes immer stets ja toujours oui siempre altijd'],
  [
    'only',
    `only solely exclusively just nur ausschliesslich lediglich bloss seulement uniquement exclusivement
    solo solamente unicamente exclusivamente alleen enkel uitsluitend slechts`,
  ],
  [
    'all',
    `everything all every whatever alles alle allen saemtliche samtliche jede jedes jeder tout tous toute toutes
    todo todos toda todas al elke ieder iedere`,
  ],
  // Quantifiers that also follow "not": they do not end an exclusion.
  ['any', 'any anything anyone anybody irgendetwas irgendwas cualquier cualquiera quelconque'],
  [
    'else',
    `else other others andere anderen anderes anderer ubrige ubrigen ubriges sonstige sonstigen sonstiges sonst
    weitere weiteren weiteres autre autres demas otro otros otra otras overige ander anders verder`,
  ],
  ['rest', 'rest reste resto'],
  [
    'from',
    `from von vom vons van desde provenant venant par sent ab
    sender senders absender expediteur remitente afzender`,
  ],
  ['of', `of by de d du des del door`],
  [
    'to',
    `to cc bcc an a aan naar pour para fur voor for alias recipient recipients empfanger destinataire destinatario
    ontvanger`,
  ],
  [
    'about',
    `about regarding concerning with containing mentioning whose
    uber ueber bezuglich betreffend betreffs mit wegen
    sur concernant avec propos sobre acerca con over omtrent betreffende met inzake`,
  ],
  ['if', 'if when wenn falls sofern si lorsque quand cuando als wanneer indien'],
  ['here', 'here hierher hierhin hier hierein rein ici aqui aca hierheen'],
  [
    'and',
    `and or und oder sowie noch et ou y e o u en plus also too auch aussi tambien ook including einschliesslich
    inklusive inklusief compris incluido incluida incluyendo inclusief`,
  ],
  ['is', 'is are ist est es'],
  [
    'stay',
    `keep retain leave stay stays remain remains belong belongs bleibt bleiben lass lasse lassen gehort gehoren
    laisse laisser restent garder garde gardez behalten behalte mantener manten houd houden appartient
    appartiennent deja dejar queda quedan pertenece pertenecen laat laten blijft blijven hoort horen`,
  ],
  ['out', 'out away raus heraus draussen fern dehors fuera eruit hieruit buiten'],
  // They exclude at the end of a clause: "Sluit … uit".
  ['particle', 'aus weg uit'],
  ['inbox', 'inbox posteingang reception entrada postvak'],
  ['that', 'that which who whom qui que qu quien die der das dat welche welcher welches'],
  [
    'mail',
    `mail mails email emails e-mail e-mails message messages letter letters post note notes
    nachricht nachrichten brief briefe courrier courriers courriel courriels mel mels lettre lettres
    correo correos mensaje mensajes carta cartas bericht berichten brieven`,
  ],
  // They describe a sender: "my sister nina@…".
  [
    'person',
    `mum mom mother dad father parents sister brother son daughter wife husband partner aunt uncle cousin
    grandma grandpa family friend friends boss manager colleague colleagues assistant teacher doctor lawyer
    neighbour neighbor landlord mama mutter papa vater eltern schwester bruder sohn tochter frau mann tante
    onkel oma opa familie freund freundin freunde chef chefin kollege kollegin kollegen assistent assistentin
    lehrer lehrerin arzt arztin nachbar nachbarin maman mere pere parents soeur sœur frere fils fille femme mari
    oncle famille ami amie amis patron patronne collegue collegues assistante professeur medecin voisin voisine
    madre padre hermana hermano hijo hija esposa esposo marido mujer tia tio abuela abuelo familia amigo amiga
    amigos jefe jefa colega companero companera asistente profesor profesora medico vecino vecina moeder vader
    ouders zus broer zoon dochter vrouw man oom vriend vriendin vrienden baas collega assistente leraar huisarts
    buurman buurvrouw`,
  ],
  [
    'filler',
    `the my our your their his her its this these those it is are was be been being do does did has have had will
    would should shall must may can in into at on as so i we you they he she me us them there often please put
    file sort move keep store place goes go going come comes coming came arrive arrives get gets collect send
    sends sent folder inbox wanted want wants like stuff thing things address addresses domain everyone anyone
    people person someone den dem des ein eine einen einem einer mein meine meiner meinem meinen unser unsere
    unserer unserem ist sind war wird werden soll sollen muss mussen darf durfen kann konnen wer es er sie ich
    wir im ins zu zum zur kommt kommen landet landen bitte lege legen ablegen sortiere sortieren verschiebe
    verschieben stammt stammen diejenigen jene jenen geschickt gesendet sendet schickt schickte adresse ordner
    hinein dass sich le la les l un une mon ma mes notre nos ce cet cette ces c est sont soit etre va vont vient
    viennent venant ceux celles celui celle envoye envoyes envoyee envoyees envoie doit doivent mettre mets
    mettez ranger range rangez classer classe classez arrivent s se m y il elle ils elles je j nous dossier
    boite domaine dans el los las lo una unos unas mi mis nuestro nuestra nuestros este esta estos estas eso ese
    son sea van viene vienen venga vengan enviado enviados envia debe deben poner pon guardar guarda clasificar
    clasifica mover llega llegan llegue carpeta dominio direccion yo en de het een mijn ons onze dit deze zijn
    wordt worden moet moeten mag mogen kan kunnen wat wie welke ik wij ze hij zij naar komt komen gaat gaan
    thuis graag zet zetten plaats sorteer verplaats bewaar gestuurd verstuurd stuurt afkomstig map adres domein
    bandeja buzon show shows need needs let lets end ends ended up land lands landed write writes wrote written writing
    received receive receives each mas back mailto own schreibt schreiben schrieb wollen mochte moechte sollte
    sollten wurde sein mehr ecrit ecrivent ecrite ecrits veux voudrais veut souhaite recois recoit pouvoir manda
    mandan mande escribe escriben escribio quiero quieres queremos recibo recibir deberia deberian ser schrijft
    schrijven geschreven wil willen hoeven toe zou zouden wel ever mir mich uns dir euch nun gar jemals hin dort
    yeah ok mine ours svp gerne gern quisiera merci gracias danke dank bedankt staan terecht where what
    bijvoorbeeld meer ya more allow accept include add whitelist allowlist welcome willkommen bienvenu bienvenue
    bienvenus bienvenido bienvenidos welkom ones everybody ca su sus tu tus ses leur leurs haar hun ihr ihre
    ihrem ihren ihrer sowohl seine seinem seiner seinen deren dessen diese dieser diesen`,
  ],
]

/** Several words that together mean one. */
const PHRASES: readonly (readonly [WordKind, string])[] = [
  [
    'filler',
    `without exception, without exceptions, no exception, no exceptions, ohne ausnahme, ohne ausnahmen, keine
    ausnahme, keine ausnahmen, sans exception, sans exceptions, aucune exception, pas d exception, sin
    excepcion, sin excepciones, zonder uitzondering, zonder uitzonderingen, geen uitzondering, geen
    uitzonderingen, no matter what, no matter, whether or not, quoi qu il arrive, pase lo que pase, wat er ook
    gebeurt, for example, for instance, zum beispiel, par exemple, por ejemplo`,
  ],
  // "De" is an article here: "sauf si c'est de la publicité", "à moins que ce ne soit de la publicité".
  [
    'filler',
    `c est de la, c est de l, c est du, c est des, s agit de, s agit d, s agit du, s agit des, ce soit de la, ce soit
    de l, ce soit du, ce soit des, ce ne soit de, ce ne soit du, ce ne soit des, ce ne soit une, ce ne soit un`,
  ],
  [
    'except',
    `other than, rather than, with the exception of, except for, apart from, aside from, everything but, anything but,
    anyone but, anybody but, everyone but, everybody but, all but, es sei denn, ausser wenn, mit ausnahme von, mit
    ausnahme der, mit ausnahme, bis auf, alles ausser, abgesehen von, abgesehen vom, a moins que, a part, a l exception
    de, a l exception des, a l exception du, a l exclusion de, a l exclusion des, en dehors de, en dehors des, en
    dehors du, a menos que, a no ser que, con excepcion de, con la excepcion de, a excepcion de,
    aparte de, met uitzondering van, met uitsluiting van, afgezien van, save for`,
  ],
  ['but', 'sin embargo, no obstante, en cambio, par contre, en revanche, on the other hand'],
  [
    'only',
    `nothing but, nothing except, nothing other than, nichts als, nichts ausser, rien que, nada mas que, nada
    salvo, niets dan, rien d autre que, nichts anderes als, nothing else than, nothing else but, niets behalve,
    niets anders dan`,
  ],
  [
    'affirm',
    `not only, not just, not merely, nicht nur, nicht bloss, nicht ausschliesslich, pas seulement, pas uniquement,
    non seulement, no solo, no solamente, no unicamente, niet alleen, niet enkel, niet slechts`,
  ],
  [
    'to',
    `in cc, in the cc, in bcc, in copy, on copy, is in to, in the to, im cc, im bcc, in kopie, en copie, en cc,
    en copia`,
  ],
  ['and', 'as well as, as well, even if, even when, auch wenn, selbst wenn, als auch, meme si, incluso si, ook als'],
  ['if', 'as long as, provided that, a condition que, siempre que, op voorwaarde dat'],
  ['not', 'somewhere else, anywhere else, irgendwo anders, ergens anders, en otra parte, autre part'],
  ['not', 'ne soit pas de, est pas de la, est pas de l, est pas du, est pas des, agit pas de, agit pas d'],
  ['inbox', 'where they are, wo sie sind, ou ils sont, ou elles sont, donde estan, waar ze zijn'],
  ['not', 'no longer, no more, plus de, plus aucun, plus jamais, plus rien, ya no'],
  // Examples: "shops such as …".
  ['from', 'such as, tels que, telles que, tel que, tales como, tal como'],
  [
    'drop',
    `leave out, leaves out, get rid of, gets rid of, done with, filter out, weg von, weg met, weg van, away
    from, keep out, keep away, lass weg, laisser de cote, laisse de cote, deja fuera, dejar fuera, laat weg`,
  ],
  [
    'nothing-else',
    `nothing else, nothing more, no one else, nobody else, nichts anderes, sonst nichts, nichts weiter, nichts
    sonst, niemand sonst, rien d autre, rien de plus, personne d autre, nada mas, nadie mas, niets anders,
    verder niets, niets meer, niemand anders`,
  ],
]

/** The first kind that lists a word counts: "van" is a preposition before it is a Spanish verb. */
const KIND_OF_WORD = kinds(WORDS, /\s+/)
const KIND_OF_PHRASE = kinds(PHRASES, /,\s*/)
export const MAX_PHRASE_WORDS = 4

function kinds(lists: readonly (readonly [WordKind, string])[], separator: RegExp): Map<string, WordKind> {
  const found = new Map<string, WordKind>()
  for (const [kind, list] of lists)
    for (const text of fold(list).split(separator)) {
      const key = text.replace(/\s+/g, ' ')
      if (!found.has(key)) found.set(key, kind)
    }
  return found
}

const STARTS_OF_PHRASES = new Set([...KIND_OF_PHRASE.keys()].map((phrase) => phrase.split(' ')[0]))

/** Kind of the words at the start of `texts`, and how many of them it takes. */
export function kindAt(texts: readonly string[]): { kind: WordKind; length: number } {
  const longest = STARTS_OF_PHRASES.has(texts[0]) ? Math.min(MAX_PHRASE_WORDS, texts.length) : 1
  for (let length = longest; length > 1; length--) {
    const kind = KIND_OF_PHRASE.get(texts.slice(0, length).join(' '))
    if (kind) return { kind, length }
  }
  return { kind: KIND_OF_WORD.get(texts[0] ?? '') ?? 'content', length: 1 }
}
