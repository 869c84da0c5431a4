import DirectoryModel
import DirectoryStore
import Testing

@testable import DirectoryScreens

/// How a list looks is chosen, offered and remembered for each collection.
@MainActor
struct ListLayoutScreenTests {
    @Test func collectionsWithPicturesHaveAWallAndPlayersAndCoursesATable() {
        for definition in Collections.all {
            let name = definition.collection.name
            let looks = ListLayoutScreen(of: definition, memory: InMemoryStateStore())
            #expect(looks.offered.contains(.table) == ["players", "courses"].contains(name))
            #expect(looks.offered.contains(.faces) == (name == "people") && looks.hasFaces == (name == "people"))
            looks.facesTapped()
            #expect(looks.look == (name == "people" ? .faces : .rows))
        }
    }

    @Test func theWallIsLeftForWhatWasThereBefore() {
        let looks = ListLayoutScreen(of: .people, memory: InMemoryStateStore())
        #expect(looks.look == .rows)
        looks.lookChosen("compact")
        looks.facesTapped()
        #expect(looks.isWall)
        looks.facesTapped()
        #expect(looks.look == .compact)
        looks.lookChosen("mosaic")
        #expect(looks.look == .compact)
    }

    @Test func theNextWindowLooksTheSame() {
        let memory = InMemoryStateStore()
        let looks = ListLayoutScreen(of: .people, memory: memory)
        looks.facesTapped()
        looks.facesResized(larger: true)
        looks.facesResized(larger: true)
        looks.groupingChosen("team")
        looks.orderChosen("first")
        let next = ListLayoutScreen(of: .people, memory: memory)
        #expect(next.isWall)
        #expect(next.faceSize == .large)
        #expect((next.groupingID, next.shownOrderID) == ("team", "first"))
        next.facesTapped()
        #expect(next.look == .rows)
        #expect(ListLayoutScreen(of: .contacts, memory: memory).look == .rows)
    }

    @Test func facesHaveThreeSizes() {
        let looks = ListLayoutScreen(of: .people, memory: InMemoryStateStore())
        looks.facesResized(larger: true)
        looks.facesPinched(by: 3, from: .small)
        #expect(looks.faceSize == .medium, "Rows have no size.")
        looks.facesTapped()
        looks.facesResized(larger: false)
        looks.facesResized(larger: false)
        #expect(looks.faceSize == .small)
        looks.faceSizeChosen(.large)
        #expect(looks.faceSize == .large)
        for (factor, first, size) in [
            (1.3, FaceSize.medium, FaceSize.medium), (1.5, .medium, .large), (2, .small, .large), (9, .medium, .large),
            (0.8, .medium, .medium), (0.6, .medium, .small), (0.01, .large, .small), (0, .small, .small),
        ] {
            looks.facesPinched(by: factor, from: first)
            #expect(looks.faceSize == size, "\(factor) from \(first)")
        }
    }

    @Test func unknownRememberedLayoutsAreIgnored() {
        let memory = InMemoryStateStore()
        memory.save("faces", as: "look-contacts")
        memory.save("huge", as: "face-size-people")
        #expect(ListLayoutScreen(of: .contacts, memory: memory).look == .rows)
        #expect(ListLayoutScreen(of: .people, memory: memory).faceSize == .medium)
    }
}
