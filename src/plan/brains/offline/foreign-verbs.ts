// First words of goals in other languages, as the English verb that a title goes on with: “reduce the
// “déchets plastiques””. One that is not here is still left out of the name of the thing.

/** English verb, then what it is called: German, French, Spanish, Danish, Italian, Dutch. */
const lines = [
  'open: eröffne eröffnen aufmachen ouvrir abrir abre åbn åbne aprire apri open openen',
  'reduce: reduziere reduzieren senke senken verringere verringern vermindere halbiere halbieren réduire diminuer baisser reducir reduce disminuir bajar nedbring nedbringe reducer reducere sænk sænke mindsk mindske halver halvere ridurre verminder verminderen',
  'increase: erhöhe erhöhen steigere steigern verdopple verdoppeln augmenter accroître doubler aumentar incrementar duplicar øg øge fordobl fordoble aumentare verhoog verhogen',
  'improve: verbessere verbessern stärke stärken fördere fördern améliorer renforcer promouvoir mejorar fortalecer fomentar promover forbedr forbedre styrk styrke fremme migliorare verbeter verbeteren',
  'build: baue bauen errichte errichten construire bâtir construir construye byg bygge opfør opføre costruire bouw bouwen',
  'organise: organisiere organisieren veranstalte veranstalten plane planen organiser organizar organiza celebrar arranger arrangere planlæg planlægge afhold afholde organizzare organiseer organiseren',
  'create: gründe gründen schaffe schaffen erstelle erstellen créer monter mettre crear crea montar fundar opret oprette skab skabe creare fondare oprichten',
  'launch: starte starten lanciere lancer démarrer lanzar lanza iniciar start lancér lancere lanciare lanceer',
  'develop: entwickle entwickeln programmiere développer desarrollar desarrolla udvikl udvikle sviluppare ontwikkel ontwikkelen',
  'write: schreibe schreiben verfasse écrire rédiger escribir escribe skriv skrive scrivere schrijf schrijven',
  'renovate: renoviere renovieren saniere sanieren rénover renovar reformar reforma renover renovere istandsæt ristrutturare renoveer renoveren',
  'find: finde finden suche trouver chercher encontrar buscar find finde trovare vind vinden',
  'win: gewinne gewinnen gagner conquérir ganar conseguir captar vinde skaf vincere',
  'study: untersuche untersuchen erforsche erforschen étudier enquêter estudiar investigar undersøg undersøge studiare onderzoek',
  'introduce: einführen führe introduire instaurer introducir implantar indfør indføre introdurre invoeren',
  'plant: pflanze pflanzen planter plantar plant plante piantare',
  'train: schule schulen ausbilden trainiere former entraîner formar capacitar uddan uddanne træn formare',
  'learn: lerne lernen apprendre aprender lær lære imparare leer leren',
  'sell: verkaufe verkaufen vendre vender vende sælg sælge vendere verkoop verkopen',
  'buy: kaufe kaufen acheter comprar køb købe comprare koop kopen',
  'vaccinate: impfe impfen vacciner vacunar vacciner vaccinere vaccinare',
  'protect: schütze schützen protéger préserver proteger beskyt beskytte proteggere',
  'repair: repariere reparieren réparer reparar reparer reparere riparare repareer',
  'collect: sammle sammeln collecter réunir recaudar reunir indsaml saml raccogliere',
  'replace: ersetze ersetzen remplacer reemplazar sustituir erstat udskift sostituire vervang',
  'equip: rüste ausrüsten équiper equipar udstyr attrezzare',
  'offer: biete anbieten offrir proposer ofrecer tilbyd tilbyde offrire',
  'hire: einstellen embaucher recruter contratar ansæt ansætte assumere aannemen',
  'hold: halte abhalten tenir hold holde afvikl afvikle houden',
  'publish: veröffentlichen publier publicar udgiv udgive pubblicare uitgeven',
  'carry out: durchführen réaliser realizar hacer gennemfør gennemføre realizzare uitvoeren',
  'fight: bekämpfe bekämpfen lutter combattre luchar combatir bekæmp bekæmpe combattere bestrijden',
  'save: rette retten sauver salvar red redde salvare redden',
  'make: herstellen fertigen fabriquer fabricar fremstil fremstille fabbricare',
  'design: entwirf entwerfen concevoir diseñar designe progettare ontwerpen',
  'digitise: digitalisiere digitalisieren numériser digitaliser digitalizar digitalisere',
  'modernise: modernisiere modernisieren moderniser modernizar modernisere',
  'teach: unterrichte unterrichten enseigner enseñar undervis undervise insegnare',
  'support: unterstütze unterstützen soutenir accompagner apoyar støt støtte sostenere',
  'expand: erweitere erweitern ausbauen étendre agrandir ampliar udvid udvide ampliare uitbreiden',
  'prevent: verhindere verhindern prévenir prevenir forebyg forebygge prevenire voorkomen',
  'end: beende beenden abschaffen éliminer eliminar erradicar afskaf afskaffe eliminare',
  'set up: aufbauen einrichten installer établir instalar establecer etabler etablere installare',
  'get: erlange obtenir obtener tag tage få ottenere behalen',
];

const english: ReadonlyMap<string, string> = new Map(
  lines.flatMap((line) => {
    const [verb = '', others = ''] = line.split(': ');
    return others.split(' ').map((other) => [other, verb] as const);
  }),
);

export const englishVerb = (word: string): string | null => english.get(word.toLowerCase()) ?? null;
