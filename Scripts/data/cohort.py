#!/usr/bin/python3
# Writes data/ece564cohort.json, the bundled class: the table below with the portraits of data/portraits.
# Usage: python3 Scripts/data/cohort.py, after portraits.py. The bytes are the same each time.
# All people are invented. The position of a row is the number of its portrait.

import base64
import json
import os

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data")
KEYS = ["DUID", "netid", "fName", "lName", "email", "from", "gender", "role", "program", "plan", "team", "movie",
        "hobby", "languages", "picture"]

# DUID, netid, fName, lName, from, gender, role, program, plan, team, movie, hobby, languages
PEOPLE = [
    (1047326, "is640", "Ingrid", "Sørbråten", "Tromsø, Norway", "Female", "Professor", "ECE", "", "", "Arrival", "cross-country skiing, chess, baking", "Swift, C, Norwegian"),
    (1385902, "nk317", "Ngũgĩ", "Kamweti", "Nyeri, Kenya", "Male", "TA", "ECE", "PhD", "", "Black Panther", "running, photography", "Swift, Rust, Kikuyu"),
    (1520648, "lg214", "Łukasz", "Gąsiorek", "Kraków, Poland", "Male", "TA", "Computer Science", "PhD", "", "The Matrix", "board games, rock climbing, cooking", "Swift, Haskell, Polish"),
    (1763195, "dhn58", "Hồng Nhạn", "Đặng", "Huế, Vietnam", "Female", "TA", "ECE", "MS", "", "Spirited Away", "badminton, tea", "Swift, Python, Vietnamese"),
    (2018473, "zv102", "Zoë", "Vandermeulen", "Ghent, Belgium", "Female", "Student", "BME", "BSE", "Blue Herons", "Amélie", "cycling, painting, ukulele", "Swift, MATLAB, Dutch"),
    (2104859, "fs731", "Falk", "Strauß", "Freiburg, Germany", "Male", "Student", "MEng FinTech", "MEng", "Blue Herons", "Run Lola Run", "hiking, brewing", "Java, Swift, German"),
    (2259316, "sk445", "Søren", "Kjærbølling", "Aarhus, Denmark", "Male", "Student", "ECE", "MS", "Blue Herons", "Interstellar", "sailing, woodworking, coffee", "C++, Swift, Danish"),
    (2347081, "lsy26", "思远", "李", "Chengdu, China", "Male", "Student", "Computer Science", "MS", "Blue Herons", "The Wandering Earth", "table tennis, video games, hot pot", "Swift, Go, Mandarin"),
    (2490627, "oh388", "Олена", "Гриценчук", "Lviv, Ukraine", "Female", "Student", "ECE", "MEng", "Blue Herons", "The Grand Budapest Hotel", "singing, embroidery", "Kotlin, Swift, Ukrainian"),
    (2613854, "jam93", "José Ángel", "Muñiz", "Oaxaca, Mexico", "Male", "Student", "ECE", "BSE", "Loblolly", "Coco", "soccer, cooking, guitar", "Swift, Python, Spanish"),
    (2785140, "af269", "Åsa", "Fjällström", "Umeå, Sweden", "Female", "Student", "MEng FinTech", "MEng", "Loblolly", "Frozen", "ice skating, knitting, reading", "Swift, R, Swedish"),
    (2856793, "fc504", "Fatma", "Çağlayan", "Konya, Türkiye", "Female", "Student", "BME", "PhD", "Loblolly", "Hidden Figures", "calligraphy, archery", "Python, Swift, Turkish"),
    (2974018, "hd177", "Harpreet Singh", "Dhanoa", "Amritsar, India", "Male", "Student", "ECE", "MEng", "Loblolly", "Lagaan", "cricket, drums, volunteering", "Swift, C, Punjabi"),
    (3120465, "gnd81", "Gráinne", "Ní Dhuibhir", "Galway, Ireland", "Female", "Student", "Computer Science", "BSE", "Night Owls", "The Secret of Kells", "violin, surfing, poetry", "Swift, TypeScript, Irish"),
    (3268917, "tz356", "طارق", "الزيتوني", "Sousse, Tunisia", "Male", "Student", "ECE", "MS", "Night Owls", "Lawrence of Arabia", "football, astronomy", "Swift, Python, Arabic, French"),
    (3391752, "kn412", "Kealani", "Nāone", "Hilo, HI", "Other", "Student", "BME", "BSE", "Night Owls", "Moana", "surfing, ukulele, dancing", "Swift, JavaScript, Hawaiian"),
    (3457206, "tm690", "Thandiwe", "Mkhabelane", "Durban, South Africa", "Female", "Student", "MEng FinTech", "MEng", "Night Owls", "District 9", "netball, gardening, podcasts", "Java, Swift, Zulu"),
    (3589134, "dc235", "다온", "천", "Busan, South Korea", "Unknown", "Student", "Computer Science", "MS", "Tar Pits", "Parasite", "esports, drawing, cats", "Swift, Kotlin, Korean"),
    (3702618, "rc148", "Renée", "Châtelrousse", "Lyon, France", "Female", "Student", "ECE", "MEng", "Tar Pits", "The Artist", "film, pastry, fencing", "Swift, OCaml, French"),
    (3846290, "jq572", "João", "Quintanilha", "Porto, Portugal", "Male", "Student", "ECE", "BSE", "Tar Pits", "City of God", "skateboarding, basketball", "Swift, C++, Portuguese"),
    (3915073, "th829", "Þórdís", "Hrafnkelsdóttir", "Akureyri, Iceland", "Female", "Student", "BME", "MS", "Tar Pits", "Rams", "horse riding, swimming, knitting, hiking", "Python, Swift, Icelandic"),
    (4178526, "top64", "Tamsin", "O'Hara-Pike", "Asheville, NC", "Other", "Student", "Computer Science", "MEng", "Quiet Storm", "Everything Everywhere All at Once", "kayaking, pottery, dogs", "Swift, Ruby"),
    (4306981, "mwg20", "Marcus", "Whitlow-Green", "Durham, NC", "Male", "Student", "MEng FinTech", "MEng", "Quiet Storm", "Moonlight", "barbecue, jazz, basketball", "Swift, SQL"),
    (4462715, "st953", "Ștefan", "Țurcanu", "Cluj-Napoca, Romania", "Male", "Student", "ECE", "PhD", "Quiet Storm", "Blade Runner", "chess, robotics", "Rust, Swift, Romanian"),
    (4630298, "mv406", "Meenakshi", "Venkataraghavan", "Madurai, India", "Female", "Student", "ECE", "MS", "Quiet Storm", "Inside Out", "yoga, dancing, baking", "Swift, Java, Tamil"),
    (4817359, "zr311", "Žofie", "Říhová", "Brno, Czechia", "Female", "Student", "BME", "BSE", "Carolina Wrens", "WALL-E", "volleyball, mushroom picking, reading", "Swift, Julia, Czech"),
    (5093642, "gh765", "Győző", "Hevesváry", "Szeged, Hungary", "Male", "Student", "Computer Science", "PhD", "Carolina Wrens", "2001: A Space Odyssey", "piano, puzzles, cycling", "C, Swift, Hungarian"),
    (5521807, "ao187", "Ayọ̀kúnlé", "Ọláṣebìkan", "Ibadan, Nigeria", "Male", "Student", "MEng FinTech", "MEng", "Carolina Wrens", "Queen of Katwe", "tennis, writing, chess", "Swift, Python, Yoruba"),
    (6248095, "nn538", "Nayra", "Ñahui", "Cusco, Peru", "Female", "Student", "ECE", "MS", "Carolina Wrens", "Up", "weaving, camping, traveling", "Swift, Python, Quechua, Spanish"),
    (7935461, "ra29", "Robin", "Ashdown", "Burlington, VT", "Unknown", "Student", "Computer Science", "MS", "Carolina Wrens", "Back to the Future", "birdwatching, coding, camping", "Swift, COBOL, Lisp"),
]


def record(number, row):
    duid, netid, first, last, origin, gender, role, program, plan, team, movie, hobby, languages = row
    with open(os.path.join(DATA, "portraits", f"{number:02}.jpg"), "rb") as file:
        picture = base64.b64encode(file.read()).decode("ascii")
    values = [duid, netid, first, last, f"{netid}@duke.edu", origin, gender, role, program, plan, team, movie, hobby,
              languages.split(", "), picture]
    return "  {\n" + ",\n".join(
        f"    {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in zip(KEYS, values)) + "\n  }"


def main():
    text = "[\n" + ",\n".join(record(i, row) for i, row in enumerate(PEOPLE, 1)) + "\n]\n"
    with open(os.path.join(DATA, "ece564cohort.json"), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


if __name__ == "__main__":
    main()
