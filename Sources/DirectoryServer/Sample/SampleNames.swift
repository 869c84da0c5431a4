import DirectoryModel

/// Invented names of many scripts. No two indices get the same name.
struct SampleNames: Sendable {
    /// A name as it is written, and in plain letters for a netid.
    private struct Word: Sendable {
        let written: String
        let plain: String
    }

    /// Names that belong together; first names alternate between a man's and a woman's.
    private struct Family: Sendable {
        let firstNames: [Word]
        let lastNames: [Word]
        let city: String
    }

    /// One invented name.
    struct Name: Equatable, Sendable {
        let first: String
        let last: String
        /// The first letters of both, a to z.
        let initials: String
        let isWomans: Bool
        let city: String
    }

    private let families: [Family]

    init() { families = SampleWords.families.split(separator: "\n").compactMap { Self.family(String($0)) } }

    /// The name of the person at `index`. After some thousands, people have a second first name, and after some ten
    /// thousands, a second last name.
    func name(at index: Int) -> Name {
        let (rest, number) = index.quotientAndRemainder(dividingBy: families.count)
        let family = families[number]
        let (firsts, lasts) = (family.firstNames, family.lastNames)
        // 12 first and 13 last names do not have a common factor, so that both indices can advance together.
        let place = (rest + number) % firsts.count
        let (first, last) = (firsts[place], lasts[(rest + number * 5) % lasts.count])
        let (third, second) = (rest / (firsts.count * lasts.count)).quotientAndRemainder(dividingBy: firsts.count + 1)
        let middle = second == 0 ? "" : " " + firsts[second - 1].written
        let extra = third == 0 ? "" : "-" + lasts[(third - 1) % lasts.count].written
        return Name(
            first: first.written + middle, last: last.written + extra,
            initials: (first.plain.prefix(1) + last.plain.prefix(1)).lowercased(),
            isWomans: place % 2 == 1, city: family.city)
    }

    /// A family from a line "city | first, first, … | last, last, …", where a name is `written` or `written=plain`.
    private static func family(_ line: String) -> Family? {
        let parts = line.split(separator: "|").map { String($0).commaSeparated.map(word) }
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let city = line.split(separator: "|")[0]
        return Family(firstNames: parts[1], lastNames: parts[2], city: String(city).trimmed)
    }

    private static func word(_ text: String) -> Word {
        let parts = text.split(separator: "=").map(String.init)
        return Word(written: parts[0], plain: Folding.text(parts.last ?? text))
    }
}

/// The texts that the sample class is composed of.
enum SampleWords {
    /// One per line: city | first names, alternating between a man's and a woman's | last names. Each line has 12 first
    /// and 13 last names, so that no combination is repeated before all are used.
    static let families = """
        Durham, NC | Wendell, Marigold, Thaddeus, Philippa, Barnaby, Clementine, Rufus, Henrietta, Jasper, \
        Winifred, Silas, Cordelia | Ashgrove, Brambleton, Quillfeather, Hollowell, Merriwick, Thornbury, \
        Larkspurn, Wexcombe, Fennimore, Duskwood, Applegarth, Pennyroyal, Stonebrook
        Kraków, Poland | Łukasz, Żaneta, Bogusław, Małgorzata, Święc, Agnieszka, Zdzisław, Bożena, Wojciech, \
        Świetlana, Mścisław, Jagoda | Brzezik, Łąkowski, Wiśniak, Jeżowski, Źrebczyk, Dąbczak, Śliwkowski, \
        Gęślak, Wróbelczyk, Nowogórski, Żurawik, Pszczółka, Trzciński
        Hà Nội, Vietnam | Đặng, Thảo, Quân, Hường, Khải, Nguyệt, Tuấn, Phượng, Vũ, Yến, Đức, Mỹ | Nguyễnh, \
        Trầnh, Lêm, Phạmh, Huỳn, Võng, Đỗm, Bùin, Hồng, Ngôn, Dươn, Lýt, Đinhk
        Köln, Germany | Jürgen, Käthe, Götz, Bärbel, Sören, Ännchen, Rüdiger, Grete, Björn, Lieselotte, \
        Törben, Dörte | Straußberg, Müllerstein, Grünwalder, Schäfling, Weißenfels, Köhlmann, Bäckström, \
        Größing, Hübschle, Königshof, Läufer, Vößmann, Zürcherling
        São Paulo, Brazil | João, Conceição, Tomé, Inês, Sebastião, Luíza, Estevão, Graça, Simão, Letícia, \
        Abrãao, Antônia | Gonçalvez, Magalhãez, Araúja, Brandãozo, Falcãozo, Simõez, Assunçãos, Leitãozo, \
        Guimarãez, Camõez, Galvãozo, Mourãozo, Bulhõez
        İstanbul, Türkiye | Çağlar, Gülşen, Işık, Şebnem, Oğuz, Çiğdem, Ümit, Özlem, Barış, Nurgül, Göktuğ, \
        İpek | Yıldızlı, Çelikbaş, Öztürker, Şahinoğ, Güneşli, Kılıçlar, Doğanay, Çınarlı, Ağaoğlu, Işıksoy, \
        Üçgüler, Karadağlı, Kuşçular
        Reykjavík, Iceland | Þórir, Ásdís, Guðjón, Sæunn, Öræfi, Hrafnhildur, Ægir, Þórdís, Sigþór, Æsa, \
        Björgvin, Ósk | Þorláksdal, Guðnaholt, Sæmundarvík, Hróarsfell, Ólafsdalur, Ísaksholt, Össurarvík, \
        Ævarsfell, Árnadal, Úlfarsholt, Eyþórsvík, Björnsfell, Ragnarsdal
        Київ, Ukraine | Тарас=Taras, Соломія=Solomiia, Богдан=Bohdan, Олеся=Olesia, Ярослав=Yaroslav, \
        Мирослава=Myroslava, Назар=Nazar, Квітка=Kvitka, Остап=Ostap, Зоряна=Zoriana, Лесь=Les, Уляна=Uliana \
        | Вишняк=Vyshniak, Калиненко=Kalynenko, Журавель=Zhuravel, Соколюк=Sokoliuk, Барвінок=Barvinok, \
        Гайовий=Haiovyi, Чорнобрив=Chornobryv, Лісняк=Lisniak, Полинко=Polynko, Яворенко=Yavorenko, \
        Медунко=Medunko, Дзвінка=Dzvinka, Тополюк=Topoliuk
        Θεσσαλονίκη, Greece | Λεωνίδας=Leonidas, Ευτυχία=Eftychia, Σωτήρης=Sotiris, Χρυσάνθη=Chrysanthi, \
        Θανάσης=Thanasis, Ζωή=Zoe, Περικλής=Periklis, Δάφνη=Dafni, Άγγελος=Angelos, Μυρτώ=Myrto, \
        Στέλιος=Stelios, Καλλιόπη=Kalliopi | Ανεμόπουλος=Anemopoulos, Θαλασσίδης=Thalassidis, \
        Λιθαράκης=Litharakis, Πευκίδης=Pefkidis, Ροδόπουλος=Rodopoulos, Σταχάκης=Stachakis, \
        Αμπελίδης=Ampelidis, Κυματάκης=Kymatakis, Δροσόπουλος=Drosopoulos, Ελατίδης=Elatidis, \
        Φεγγαράκης=Fengarakis, Χιονίδης=Chionidis, Βουνόπουλος=Vounopoulos
        成都, China | 晨曦=Chenxi, 雨桐=Yutong, 浩然=Haoran, 诗涵=Shihan, 子轩=Zixuan, 梦瑶=Mengyao, 宇航=Yuhang, 欣怡=Xinyi, \
        博文=Bowen, 雪莹=Xueying, 俊熙=Junxi, 静怡=Jingyi | 林=Lin, 江=Jiang, 岳=Yue, 云=Yun, 柳=Liu, 石=Shi, 温=Wen, 花=Hua, \
        苗=Miao, 龙=Long, 梅=Mei, 竹=Zhu, 泉=Quan
        札幌, Japan | 陽翔=Haruto, 結衣=Yui, 蒼太=Sota, 芽衣=Mei, 大輝=Daiki, さくら=Sakura, 颯真=Soma, 莉子=Riko, 悠人=Yuto, \
        ひなた=Hinata, 湊=Minato, 美月=Mitsuki | 星野原=Hoshinohara, 白雪=Shirayuki, 月岡崎=Tsukiokazaki, 霧島田=Kirishimada, \
        花村木=Hanamuraki, 風間瀬=Kazamase, 雨宮沢=Amamiyazawa, 松風=Matsukaze, 水無川=Minagawa, 桜庭野=Sakurabano, \
        朝霧=Asagiri, 雲井坂=Kumoizaka, 鈴鹿原=Suzukahara
        부산, Korea | 하늘=Haneul, 보람=Boram, 준서=Junseo, 은별=Eunbyeol, 도현=Dohyeon, 다솜=Dasom, 시우=Siu, 나래=Narae, \
        한결=Hangyeol, 가람=Garam, 누리=Nuri, 아라=Ara | 구름=Gureum, 바다=Bada, 소나=Sona, 노을=Noeul, 이슬=Iseul, 솔빛=Solbit, \
        달무=Dalmu, 별찬=Byeolchan, 샘물=Saemmul, 잎새=Ipsae, 온누=Onnu, 들꽃=Deulkkot, 강솔=Gangsol
        القاهرة, Egypt | سامر=Samer, ياسمين=Yasmin, طارق=Tarek, نور=Nour, كريم=Karim, ليلى=Layla, زياد=Ziad, \
        هند=Hind, أنس=Anas, رنا=Rana, باسل=Basel, سلمى=Salma | النخيلي=Nakhili, القمري=Qamari, \
        البستاني=Bustani, الزهراوي=Zahrawi, النسيمي=Nasimi, الربيعي=Rabii, الياقوتي=Yaquti, المرجاني=Marjani, \
        الفجري=Fajri, الغيمي=Ghaimi, السنبلي=Sunbuli, العنبري=Anbari, الريحاني=Rihani
        חיפה, Israel | אורן=Oren, תמר=Tamar, נועם=Noam, שירה=Shira, איתי=Itai, הדס=Hadas, גיל=Gil, \
        רותם=Rotem, ניר=Nir, ענבל=Inbal, אלון=Alon, כרמל=Karmel | ברושי=Broshi, גלבוע=Gilboa, זיתוני=Zeituni, \
        חרמוני=Hermoni, יערי=Yaari, כוכבי=Kochavi, לבנון=Levanon, מעייני=Maayani, נרקיס=Narkis, סלעי=Salai, \
        ענברי=Anbari, פרחי=Parchi, שקדי=Shkedi
        पुणे, India | आरव=Aarav, अनन्या=Ananya, विवान=Vivaan, दिया=Diya, कबीर=Kabir, मीरा=Mira, रोहन=Rohan, \
        सिया=Siya, ईशान=Ishaan, काव्या=Kavya, नील=Neel, तारा=Tara | पर्वतकर=Parvatkar, नदीवाला=Nadiwala, \
        चंद्रपुरे=Chandrapure, सूर्यवन=Suryavan, कमलनाथे=Kamalnathe, मेघवाले=Meghwale, फूलकर=Phoolkar, \
        तारकुंडे=Tarkunde, वनराजे=Vanraje, दीपवाल=Deepwal, सागरकर=Sagarkar, हिमगिरे=Himgire, \
        मोतीवाले=Motiwale
        เชียงใหม่, Thailand | ณัฐ=Nat, มาลี=Mali, ธนา=Thana, ดวงใจ=Duangchai, กิตติ=Kitti, พลอย=Phloi, \
        วิชัย=Wichai, ฟ้า=Fa, ปกรณ์=Pakon, แก้ว=Kaeo, ภูมิ=Phum, น้ำฝน=Namfon | ดอกไม้=Dokmai, ภูเขา=Phukhao, \
        สายธาร=Saithan, แสงดาว=Saengdao, ป่าสัก=Pasak, ทองคำ=Thongkham, ลมหนาว=Lomnao, นาข้าว=Nakhao, \
        ใบตอง=Baitong, หาดทราย=Hatsai, บัวหลวง=Bualuang, เมฆา=Mekha, รุ้งงาม=Rungngam
        Brno, Czechia | Přemysl, Růžena, Jiří, Božena, Zdeněk, Štěpánka, Ondřej, Květa, Řehoř, Žofie, Matěj, \
        Anežka | Březovský, Křižánek, Dvořáček, Šťastníček, Žďárek, Řepkovec, Čermáček, Třešňák, Hřibeček, \
        Vlčkovec, Sněženka, Pěnkavec, Růžička
        Գյումրի, Armenia | Արամ=Aram, Անի=Ani, Տիգրան=Tigran, Նարե=Nare, Հայկ=Hayk, Շուշան=Shushan, \
        Դավիթ=Davit, Լուսինե=Lusine, Գոռ=Gor, Մանե=Mane, Վահե=Vahe, Սոնա=Sona | Ծաղկունյան=Tsaghkunyan, \
        Լեռնյան=Lernyan, Արևյան=Arevyan, Գետակյան=Getakyan, Աստղունի=Astghuni, Քարունյան=Karunyan, \
        Ձյունյան=Dzyunyan, Վարդուկ=Varduk, Անտառյան=Antaryan, Ամպունի=Ampuni, Խաղողյան=Khaghoghyan, \
        Նռնյան=Nrnyan, Հողմյան=Hoghmyan
        Galway, Ireland | Cathal, Aoife, Tadhg, Siobhán, Pádraig, Niamh, Oisín, Gráinne, Fionn, Róisín, \
        Ruairí, Méabh | Ó Duilleog, Mac Fia, Ó Gealach, Ní Réalta, Ó Sceach, Mac Smól, Ó Cuan, Ní Coill, Ó \
        Fraoch, Mac Spideog, Ó Draighean, Ní Drúcht, Ó Carraig
        Accra, Ghana | Kwabena, Akosua, Kofi, Adwoa, Yaw, Efua, Kwesi, Abena, Ekow, Esi, Kojo, Araba | Nkuɛ, \
        Asareɔ, Boatɛma, Dankwɔ, Ɛdumadze, Frimpɔmaa, Gyasɛ, Kumɔdi, Larbɔ, Mɛnsima, Ɔfɔsua, Takyɛ, Yeboaɔ
        """

    static let hobbies = [
        "swimming", "chess", "hiking", "playing the oud", "baking sourdough", "birdwatching", "rock climbing",
        "painting", "board games", "cycling", "astronomy", "gardening", "photography", "karaoke", "badminton",
        "origami", "table tennis", "reading", "sailing", "knitting", "football", "juggling", "dancing", "cooking",
        "yoga", "fencing", "beekeeping", "video games", "calligraphy", "running", "tea", "crossword puzzles",
    ]

    static let languages = [
        "Swift", "Python", "C", "C++", "Java", "Rust", "Kotlin", "JavaScript", "Go", "Haskell", "MATLAB", "R", "Julia",
        "TypeScript", "Zig", "OCaml", "SQL", "Verilog",
    ]

    static let movies = [
        "The Paper Lighthouse", "Clockwork Harvest", "Nine Quiet Rivers", "Saturn’s Gardener",
        "Midnight at the Aquarium",
        "Los Últimos Faroles", "The Borrowed Mountain", "Une Valise de Neige", "Robot Picnic", "The Marmalade Heist",
    ]

    static let programs = ["ECE", "CS", "BME", "MEMS", "FinTech", "AIPI", "Statistics", "Game Design"]
    static let plans = ["MEng", "MS", "PhD", "BSE", "Certificate"]

    /// One for each of the 20 teams.
    static let teams = [
        "Aurora", "Bluebird", "Cobalt", "Dogwood", "Ember", "Fjord", "Gothic", "Horizon", "Indigo", "Juniper",
        "Kestrel", "Lantern", "Magnolia", "Nimbus", "Orbit", "Pinecone", "Quartz", "Rapids", "Sextant", "Tide",
    ]

    static let longHobby = """
        collecting every kind of railway timetable and reading them aloud to friends on long winter evenings while \
        somebody else cooks and nobody listens except the cat who loves the names of small stations by the sea and \
        sleeps near Inverness
        """
}
