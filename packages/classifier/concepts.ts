/**
 * Common purposes of folders and the words of such messages, in English, German, French, Spanish and Dutch. `npm run
 * eval:lexicon` learns the weight of each word for each concept from this starting point (see concept-shares.ts). Words
 * match by stem (see tokenize.ts), so one form of each is enough; accents and case do not matter. A word under several
 * concepts starts with a lower weight for each.
 */
export const CONCEPTS: Record<string, string> = {
  purchase: `order ordered purchase purchased receipt checkout cart bought item qty subtotal store merchant
    bestellung bestellt kauf gekauft beleg quittung kassenbon artikel warenkorb bestellnummer
    commande achat achete recu article panier ticket caisse
    pedido compra comprado recibo articulo carrito
    bestelling besteld aankoop gekocht bon kassabon winkelwagen bestelnummer`,
  invoice: `invoice invoices billing bill paid payment due amount total vat remittance receipt subscription renewal
    charged
    rechnung rechnungsnummer zahlung bezahlt betrag faellig fallig mwst abo abonnement verlangerung mahnung lastschrift
    facture paiement paye montant echeance tva abonnement prelevement renouvellement
    factura pago pagado importe vencimiento iva suscripcion cobro renovacion
    factuur betaling betaald bedrag vervaldatum btw abonnement incasso verlenging`,
  delivery: `delivery deliver delivered parcel package shipment shipped shipping tracking courier dispatched pickup
    locker dhl ups fedex dpd hermes usps
    lieferung geliefert paket sendung versand versandt sendungsverfolgung zustellung zugestellt packstation abholung
    kurier
    livraison livre colis expedition expedie suivi coursier chronopost colissimo relais
    entrega entregado paquete envio enviado seguimiento mensajero reparto correos
    bezorging bezorgd pakket zending verzonden verzending volgen postnl pakketpunt afhaalpunt`,
  travel: `flight airline airport boarding hotel booking reservation itinerary trip travel train rail rental car gate
    departure arrival passenger seat luggage check-in visa cruise
    flug fluggesellschaft flughafen bordkarte unterkunft buchung reservierung reise bahn zug mietwagen abflug abfahrt
    ankunft gepack sitzplatz fahrkarte gleis
    vol compagnie aeroport embarquement reservation voyage itineraire sejour gare depart arrivee bagage billet
    location voiture
    vuelo aerolinea aeropuerto embarque reserva viaje tren estacion salida llegada equipaje pasajero billete alojamiento
    vlucht luchthaven boeking reis trein station vertrek aankomst bagage huurauto verblijf instapkaart`,
  newsletter: `newsletter digest weekly daily edition issue unsubscribe subscriber editor roundup read story column
    magazine publication bulletin podcast blog feed headlines
    rundbrief ausgabe wochentlich taglich redaktion abbestellen abmelden lesen beitrag magazin
    infolettre hebdomadaire quotidien edition redaction desabonner lire numero revue lettre
    boletin semanal diario edicion redaccion baja leer articulos revista suscriptor
    nieuwsbrief wekelijks dagelijks editie redactie uitschrijven afmelden lezen tijdschrift`,
  promotion: `sale discount offer coupon promo voucher deal save clearance off exclusive bargain outlet free shop
    bestseller cashback
    rabatt angebot gutschein aktion schlussverkauf sparen prozent exklusiv gratis rabattcode schnappchen
    solde remise reduction promotion offre bon exclusif profitez economisez gratuit
    rebaja descuento oferta cupon promocion ahorra exclusivo gratis aprovecha
    korting aanbieding kortingscode uitverkoop actie bespaar exclusief voordeel`,
  banking: `bank account statement balance transfer transaction card debit credit deposit withdrawal iban atm
    overdraft mastercard visa savings mortgage loan
    konto kontoauszug kontostand uberweisung buchung karte kreditkarte lastschrift abbuchung sparkasse bankkonto
    guthaben dauerauftrag umsatz kredit zinsen
    banque compte releve solde virement operation carte debit retrait epargne pret agence
    banco cuenta extracto saldo transferencia movimiento tarjeta cargo ingreso ahorro prestamo hipoteca
    rekening afschrift saldo overboeking overschrijving transactie betaalpas pinpas creditcard sparen hypotheek lening`,
  investing: `shares stock dividend portfolio fund broker trading investment investor quarterly earnings etf bonds
    market
    aktien depot dividende fonds anlage wertpapier borse
    actions bourse dividende placement investissement
    acciones bolsa dividendo inversion fondos
    aandelen beurs dividend beleggen belegging`,
  client: `client customer project brief feedback deadline approval revision proposal quote estimate contract draft
    mockup logo design scope deliverable milestone kickoff
    kunde kundin auftrag projekt entwurf ruckmeldung freigabe frist abgabe angebot korrektur abstimmung
    client projet devis maquette retour validation delai cahier charges proposition
    cliente proyecto presupuesto entrega propuesta comentarios aprobacion plazo diseno boceto
    klant opdracht project offerte ontwerp terugkoppeling goedkeuring voorstel oplevering`,
  school: `school teacher pupil student class classroom homework parents pta kindergarten nursery lesson term trip
    headteacher grade exam absence kids children
    schule lehrer lehrerin schuler klasse klassenfahrt wandertag hausaufgaben elternabend eltern kita kindergarten
    unterricht zeugnis grundschule gymnasium
    ecole professeur maitresse eleve classe devoirs parents sortie scolaire cantine creche college lycee rentree
    escuela colegio profesor profesora maestro alumno clase deberes padres excursion guarderia instituto tutora
    school leraar lerares juf meester leerling klas huiswerk ouders ouderavond schoolreis opvang basisschool rapport`,
  university: `university campus lecture professor seminar thesis semester faculty tuition dean scholarship conference
    paper academic research
    universitat hochschule vorlesung seminar semester fakultat studium forschung
    universite cours faculte memoire semestre recherche
    universidad facultad asignatura tesis semestre beca investigacion
    universiteit hogeschool college scriptie semester onderzoek`,
  personal: `family friend mum mom dad grandma grandpa sister brother birthday party dinner weekend love hugs kisses
    cousin aunt uncle holiday photos wedding private jokes joke
    familie freunde mama papa oma opa schwester bruder geburtstag feier grillen wochenende liebe grusse kusse hochzeit
    tante onkel privat
    famille ami amis maman papa mamie papy soeur frere anniversaire fete diner bisous mariage cousin tante oncle
    familia amigos mama papa abuela abuelo hermana hermano cumpleanos fiesta cena finde besos abrazo boda prima tia
    familie vrienden mam pap oma opa zus broer verjaardag feestje eten weekend liefs kusjes
    groetjes bruiloft tante oom`,
  security: `password reset sign-in signin login code verification verify security account device suspicious
    two-factor authentication passcode alert confirm unlock
    passwort kennwort zurucksetzen anmeldung anmelden code bestatigen bestatigungscode sicherheit sicherheitswarnung
    gerat konto zugang verifizierung einmalcode
    passe reinitialiser reinitialisation connexion code verification verifier securite appareil compte confirmez
    contrasena restablecer inicio sesion codigo verificacion verificar seguridad dispositivo cuenta confirma acceso
    wachtwoord herstellen inloggen aanmelden code verificatie verifieren beveiliging apparaat account bevestig`,
  meeting: `meeting invitation invite calendar agenda reschedule rescheduled cancelled canceled reminder appointment
    accepted declined attend minutes call zoom teams webinar conference schedule scheduling
    besprechung termin einladung kalender verschoben abgesagt erinnerung tagesordnung teilnahme sitzung zugesagt
    protokoll
    reunion invitation rendez agenda calendrier reporte annule annulation rappel ordre presence visioconference
    reunion invitacion cita agenda calendario aplazada cancelada recordatorio convocatoria asistencia videollamada
    vergadering afspraak uitnodiging agenda verplaatst verzet geannuleerd herinnering overleg notulen`,
  software: `github gitlab commit merge pull request build pipeline deploy deployment failed passed ci server incident
    monitoring issue ticket branch repository release bug error jira sentry workflow developer code patch kernel
    driver api
    fehler behoben bereitstellung quelltext entwickler
    erreur deploiement depot correctif developpeur
    error despliegue repositorio desarrollador fallo
    fout storing uitrol ontwikkelaar`,
  systems: `system systems outage maintenance upgrade software hardware network server helpdesk computer laptop
    printer backup access outlook sap database migration downtime
    wartung ausfall rechner netzwerk drucker zugriff umstellung
    systeme panne maintenance ordinateur reseau imprimante acces
    sistema averia mantenimiento ordenador red impresora
    systeem storing onderhoud computer netwerk printer toegang`,
  job: `job career recruiter recruiting recruitment hiring vacancy position candidate application resume cv interview
    salary employer linkedin talent role
    stelle stellenangebot bewerbung bewerber lebenslauf vorstellungsgesprach gehalt karriere personalvermittler
    arbeitgeber
    emploi poste recrutement recruteur candidature entretien salaire carriere embauche
    empleo trabajo puesto oferta candidatura entrevista curriculum salario reclutador vacante seleccion
    vacature sollicitatie sollicitant baan functie recruiter loopbaan salaris werkgever gesprek`,
  staff: `employee employees performance review ranking payroll benefits hr personnel vacation leave timesheet
    organization announcement chairman promotion compensation bonus policy
    mitarbeiter personal gehaltsabrechnung urlaub urlaubsantrag leistung beurteilung betriebsrat
    salarie personnel paie conges avantages evaluation
    empleado personal nomina vacaciones prestaciones evaluacion
    medewerker personeel loonstrook verlof salarisstrook beoordeling`,
  training: `training course class workshop seminar registration register learning webinar certificate instructor
    enroll tutorial lesson
    schulung kurs fortbildung weiterbildung anmeldung zertifikat lernen
    formation cours atelier inscription certificat apprendre stage
    formacion curso taller inscripcion certificado aprender
    cursus opleiding training inschrijving certificaat leren`,
  health: `doctor dentist clinic hospital pharmacy prescription medical health appointment patient results test
    vaccine insurance therapy surgery physician checkup
    arzt arztin zahnarzt praxis krankenhaus apotheke rezept gesundheit patient befund impfung krankenkasse behandlung
    vorsorge labor
    medecin docteur dentiste clinique hopital pharmacie ordonnance sante patient resultats vaccin mutuelle
    consultation analyses
    medico medica dentista clinica hospital farmacia receta salud paciente resultados vacuna seguro consulta analitica
    arts huisarts tandarts kliniek ziekenhuis apotheek recept gezondheid patient uitslag vaccinatie zorgverzekeraar
    behandeling`,
  insurance: `insurance policy premium claim coverage insurer insured liability
    versicherung police beitrag schaden schadensmeldung haftpflicht versicherer
    assurance police prime sinistre assureur garantie
    seguro poliza prima siniestro aseguradora cobertura
    verzekering polis premie schade claim verzekeraar`,
  tax: `tax taxes return irs deduction accountant bookkeeping refund filing revenue
    steuer steuererklarung finanzamt steuerberater bescheid elster umsatzsteuer
    impot impots declaration fiscal comptable
    impuestos hacienda declaracion renta gestoria asesor fiscal
    belasting belastingdienst aangifte aanslag boekhouder toeslag`,
  legal: `legal lawyer attorney counsel court lawsuit contract agreement clause litigation settlement complaint notary
    compliance gdpr signature
    anwalt rechtsanwalt gericht vertrag klage vereinbarung kundigung notar datenschutz
    avocat juridique tribunal contrat plainte accord notaire
    abogado juridico juzgado tribunal contrato demanda acuerdo notario
    advocaat juridisch rechtbank contract overeenkomst klacht notaris`,
  government: `government council municipality ministry permit license passport election regulation regulator
    commission politics political governor senate law
    behorde amt gemeinde stadt ausweis genehmigung burgeramt wahl antrag
    mairie prefecture ministere passeport election demarches administration
    ayuntamiento ministerio gobierno pasaporte tramite elecciones
    gemeente overheid ministerie paspoort vergunning verkiezingen digid`,
  home: `house home apartment rent landlord tenant lease property utility electricity water heating plumber repair
    neighbour neighbor garden
    wohnung haus miete vermieter mieter nebenkosten strom heizung hausverwaltung handwerker nachbar
    maison appartement loyer proprietaire locataire copropriete electricite chauffage plombier voisin
    casa piso alquiler propietario inquilino comunidad luz calefaccion fontanero vecino
    huis woning huur verhuurder huurder energie verwarming loodgieter buurman vve`,
  social: `facebook instagram twitter linkedin tiktok follower followed liked commented mentioned tagged friend
    request connection invitation profile notification
    folgt gefallt kommentiert erwahnt profil kontaktanfrage
    abonne aime commente mentionne profil
    seguidor gusta comento menciono perfil
    volger volgt leuk reageerde genoemd profiel`,
  support: `support ticket helpdesk case request assistance agent resolved inquiry question complaint
    anfrage kundenservice kundendienst anliegen hilfe supportanfrage
    assistance demande service client aide requete
    soporte solicitud incidencia ayuda atencion consulta
    klantenservice aanvraag hulp vraag melding`,
  event: `event ticket tickets concert theatre theater festival show venue rsvp exhibition museum party admission
    veranstaltung eintrittskarte konzert theater ausstellung karten eintritt
    evenement billet concert spectacle exposition place
    evento entrada concierto teatro exposicion
    evenement kaartje concert voorstelling tentoonstelling toegangsbewijs`,
  club: `club team match training practice member membership league coach tournament sport football tennis golf
    volunteer church association choir
    verein mannschaft spiel mitglied mitgliederversammlung turnier trainer gemeinde chor ehrenamt
    club equipe match membre tournoi entraineur association benevole chorale
    club equipo partido socio torneo entrenador asociacion voluntario coro
    vereniging club team wedstrijd lid ledenvergadering toernooi trainer vrijwilliger koor`,
  charity: `donation donate charity fundraising nonprofit foundation petition
    spende spenden stiftung hilfsorganisation
    don dons association fondation
    donacion donar fundacion ong
    donatie doneren goed stichting`,
  press: `press news media article journalist reporter newspaper interview coverage headline statement story
    presse nachrichten zeitung artikel bericht
    presse actualites journal journaliste communique
    prensa noticias periodico periodista comunicado
    pers nieuws krant artikel journalist`,
  junk: `junk spam scam lottery winner viagra casino prince inheritance pills refinance guaranteed millions unwanted
    advertising
    gewinn lotterie erbschaft werbung
    loterie gagnant heritage publicite
    loteria ganador herencia publicidad
    loterij winnaar erfenis reclame`,
  food: `restaurant meal recipe takeaway menu groceries supermarket dinner table lunch
    essen rezept lieferdienst speisekarte lebensmittel supermarkt tisch
    repas recette menu courses supermarche traiteur
    comida receta menu supermercado mesa
    eten recept bezorgmaaltijd boodschappen supermarkt tafel`,
  car: `vehicle garage tyre insurance parking fuel driver licence service workshop inspection
    auto fahrzeug werkstatt reifen parken tanken tuv hauptuntersuchung
    voiture vehicule garage pneu stationnement essence
    coche vehiculo taller neumatico aparcamiento gasolina itv
    auto voertuig garage band parkeren benzine apk`,
}

/** Words that say nothing about the topic, in instructions and in messages. */
export const STOP_WORDS = `a about after all also an and any are as at be because been before being both but by can
  cannot could did do does during each etc every everything for from get got had has have having he her here him
  himself his how i if in into is it its just like many may me might mine more most much must my myself need new no
  not now of on one only or other our ours ourselves out over own please put s same shall she should since so some
  such t than that the their them themselves then there these they thing things this those through to too until up us
  use very via was we were what when where whether which while who whom whose why will with within would yet you your
  yours yourself
  aber alle allem allen aller alles als also am an andere auch auf aus bei beim bin bis bist bitte da dabei dafur
  damit dann daran darauf darf das dass davon dazu dein deine deinem deinen deiner dem den denn der deren des dessen
  dich die dies diese diesem diesen dieser dieses dir doch dort du durch ebenfalls ein eine einem einen einer er es
  etwa etwas euch euer eure eurem euren eurer fur gegen habe haben habt hast hat hatte hatten hier ich ihm ihn ihnen
  ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jetzt kann kein keine konnen konnte man
  mehr mein meine meinem meinen meiner mich mir mit mochte muss mussen nach nicht noch nur ob oder ohne schon sehr sei
  seid sein seine seinem seinen seiner seit sich sie sind so soll sollen sollte sonst sowie uber um und uns unser
  unsere unserem unseren unserer unseres unter viel viele vom von vor wahrend war warum was wegen weil welche welchem
  welchen wenn wer werde werden wie wir wird wo worden wurde wurden zu zum zur zwischen
  ai apres au aussi autre autres aux avant avec avez avoir avons c ce cela celle celles celui ces cet cette chaque
  chez ci comme d dans de depuis des doit donc dont du elle elles en entre est et etre eux fait il ils j je l la le
  les leur leurs lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas peut peuvent plus plusieurs
  pour qu quand que quel quelle quelles quelque quelques qui sa sans se sera seront ses si soit sommes son sont sous
  suis sur ta te tes toi ton toujours tous tout toute toutes tres tu un une vers vos votre vous y
  al algo aqui cada como con cual cuando cuyo de del desde donde durante el ella ellas ellos en entonces entre era es
  esa esas ese eso esos esta estan estar estas este esto estos fue ha hacia han has hasta hay he hemos la las le les
  lo los mas me mi mis muy no nos nosotros nuestra nuestro o os otra otras otro otros para pero por porque pues que
  quien quienes se segun ser si sido siempre sin sobre somos son soy su sus tambien tan tanto te tener tengo ti tiene
  tienen toda todas todo todos tu tus un una unas unos usted ustedes vosotros vuestra vuestras vuestro vuestros y ya
  yo
  aan als altijd ander andere bij daar dan dat de deze die dit doen dus een elk elke en er gaan gaat haar had heb
  hebben heeft hem het hier hij hun ieder iedere ik in is je jij jou jouw jullie kan kun kunnen maar mag me meer met
  mij mijn moet moeten mogen na naar niet nog nu of om omdat onder ons onze ook op over sinds te tegen tijdens toch
  toen tot tussen u uit uw uwe van vanaf voor waar waarom wanneer want was wat we wel welke werd wie wij wil willen
  worden wordt zal ze zelf zich zij zijn zo zoals zonder zou zouden zullen
  mail mails email emails e-mail message messages folder inbox sort sorted goes belongs nachricht nachrichten ordner
  courriel courriels dossier correo correos carpeta mensaje mensajes bericht berichten map
  re fw fwd aw wg http https www com org net html`

/**
 * Words after which the instruction names what the folder does not want: until the end of the sentence or a contrast
 * word.
 */
export const NEGATIONS = `no not never except excluding without kein keine keinen nicht ohne ausser nie sauf sans pas
  jamais hors excepto salvo nunca sin geen niet zonder behalve nooit`
export const CONTRAST_WORDS = `only but just nur aber sondern seulement mais solo sino pero alleen maar`
