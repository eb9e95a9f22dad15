import { fold } from './tokenize.ts'

/** What a word says about the senders that follow it. */
type RuleWord =
  | 'not'
  | 'except'
  | 'but'
  | 'only'
  | 'all'
  | 'else'
  | 'rest'
  | 'from'
  | 'of'
  | 'to'
  | 'about'
  | 'if'
  | 'here'
  | 'and'
  | 'is'
  | 'forget'
  | 'stay'
  | 'out'
  | 'inbox'
  | 'filler'

/** English, German, French, Spanish, Dutch. Words not listed are content: what the emails are about. */
const WORDS: readonly (readonly [RuleWord, string])[] = [
  [
    'not',
    `not no never nothing none neither nor without exclude excludes excluding excluded ignore skip remove block avoid
    stop cannot dont doesnt
    nicht nichts nie niemals kein keine keinen keiner keines keinem ohne weder
    pas jamais rien aucun aucune ni sans
    no nunca nada ningun ninguna ninguno sin tampoco jamas
    niet niets nooit geen zonder`,
  ],
  [
    'except',
    `except excepting apart besides than ausser ausgenommen abgesehen sauf hormis excepte hors exception
    excepto salvo menos excepcion exceptuando behalve uitgezonderd tenzij`,
  ],
  [
    'but',
    `but however instead rather aber sondern jedoch stattdessen doch mais cependant plutot pourtant
    pero sino mas maar echter`,
  ],
  [
    'only',
    `only solely exclusively just nur ausschliesslich lediglich bloss seulement uniquement exclusivement
    solo solamente unicamente exclusivamente alleen enkel uitsluitend slechts`,
  ],
  [
    'all',
    `everything anything all any every alles alle allen saemtliche samtliche jede jedes jeder tout tous toute toutes
    todo todos toda todas cualquier al elke ieder iedere`,
  ],
  [
    'else',
    `else other others andere anderen anderes anderer ubrige ubrigen ubriges sonstige sonstigen sonstiges weitere
    weiteren weiteres autre autres demas otro otros otra otras overige ander anders`,
  ],
  ['rest', 'rest reste resto'],
  ['from', `from von vom vons van desde provenant venant par sent ab`],
  ['of', `of by de d du des del door`],
  ['to', `to cc bcc an a aan pour para fur voor for`],
  [
    'about',
    `about regarding concerning with containing mentioning whose
    uber ueber bezuglich betreffend betreffs mit wegen
    sur concernant avec propos sobre acerca con over omtrent betreffende met inzake`,
  ],
  ['if', 'if when unless wenn falls sofern si lorsque quand cuando als wanneer indien'],
  ['here', 'here hierher hierhin hier hierein rein ici aqui aca hierheen'],
  ['and', 'and or und oder sowie et ou y e o u en plus also auch aussi tambien ook'],
  ['is', 'is are ist est es'],
  ['forget', 'forget vergiss vergessen oublie oublier oubliez olvides olvidar vergeet vergeten'],
  [
    'stay',
    `keep leave stay stays remain remains bleibt bleiben lass lasse lassen laisse laisser reste restent
    deja dejar queda quedan laat laten blijft blijven`,
  ],
  ['out', 'out'],
  ['inbox', 'inbox posteingang reception entrada postvak'],
  [
    'filler',
    `the my our your their his her its this that these those which who it is are was be been being do does did has
    have had will would should shall must may can in into at on as so i we you they he she me us them there always often
    please put file sort move keep store place goes go going belong belongs come comes coming came arrive arrives
    get gets
    collect send sends sent folder inbox wanted want wants like mail mails email emails e-mail e-mails e message
    messages letter letters
    post note notes stuff thing things sender senders address addresses domain everyone anyone people person someone
    der die das den dem des ein eine einen einem einer mein meine meiner meinem meinen unser unsere unserer unserem ist
    sind war wird werden soll sollen muss mussen darf durfen kann konnen was wer welche welcher welches es er sie
    ich wir
    im in ins zu zum zur gehort gehoren kommt kommen landet landen bitte lege legen ablegen sortiere sortieren
    verschiebe
    verschieben stammt stammen diejenigen jene jenen geschickt gesendet sendet schickt schickte nachricht
    nachrichten brief briefe post adresse
    absender domain ordner immer stets hinein dass sich
    le la les l un une mon ma mes notre nos ce cet cette ces c qui que qu est sont soit etre va vont vient viennent
    venant
    ceux celles celui celle envoye envoyes envoyee envoyees envoie doit doivent mettre mets mettez ranger range
    rangez classer classe classez
    arrive arrivent appartient appartiennent ne n s se me m y il elle ils elles je j nous dossier boite adresse
    expediteur domaine toujours courrier courriers courriel courriels mel mels lettre lettres message messages dans
    el los las lo un una unos unas mi mis nuestro nuestra nuestros este esta estos estas eso ese es son sea que quien va
    van viene vienen venga vengan enviado enviados envia debe deben poner pon guardar guarda clasificar clasifica mover
    llega llegan llegue pertenece pertenecen carpeta correo correos mensaje mensajes carta cartas remitente dominio
    direccion siempre se me yo en
    de het een mijn ons onze dit dat deze die is zijn was wordt worden moet moeten mag mogen kan kunnen wat wie welke er
    ik wij we ze hij zij in naar komt komen gaat gaan hoort horen thuis graag zet zetten plaats sorteer verplaats bewaar
    gestuurd verstuurd stuurt afkomstig map bericht berichten brief brieven adres afzender domein altijd`,
  ],
]

/** The first kind that lists a word counts: "van" is a preposition before it is a Spanish verb. */
export const RULE_WORDS: ReadonlyMap<string, RuleWord> = wordKinds()

function wordKinds(): Map<string, RuleWord> {
  const kinds = new Map<string, RuleWord>()
  for (const [kind, words] of WORDS)
    for (const word of fold(words).split(/\s+/)) if (!kinds.has(word)) kinds.set(word, kind)
  return kinds
}
